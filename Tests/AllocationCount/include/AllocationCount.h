// Counts what a test program allocates, by taking the place of malloc.
#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

#include <stdbool.h>
#include <stdint.h>

// Whether allocations are counted: on Linux with glibc, and not under a sanitizer, which has allocators of its own.
bool allocations_are_counted(void);

// How many blocks of memory the calling thread has asked for so far; a block that grows counts again.
uint64_t allocations_of_this_thread(void);

#endif
