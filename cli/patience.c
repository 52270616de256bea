#include "patience.h"

#include <errno.h>
#include <poll.h>

bool cli_try_again(int descriptor, short events) {
    const int problem = errno;
    if (problem != EAGAIN && problem != EWOULDBLOCK)
        return problem == EINTR;
    struct pollfd wanted = {.fd = descriptor, .events = events};
    bool is_ready = poll(&wanted, 1, -1) > 0 || errno == EINTR; // an error or an end is told by the next try
    errno = is_ready ? problem : errno;
    return is_ready;
}
