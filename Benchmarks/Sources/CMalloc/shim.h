// glibc's own view of its heap, which its Swift module leaves out.
#include <malloc.h>
