/// What makes a declaration public: C linkage, and a place in the shared library's symbol table.
///
/// The library is compiled with hidden visibility, so the shared library exports what stands between these
/// two and no more.
#ifndef COLLIDE_EXPORT_H
#define COLLIDE_EXPORT_H

#if defined(__GNUC__)
#define CLD_VISIBLE_BEGIN _Pragma("GCC visibility push(default)")
#define CLD_VISIBLE_END _Pragma("GCC visibility pop")
#else
#define CLD_VISIBLE_BEGIN
#define CLD_VISIBLE_END
#endif

#ifdef __cplusplus
#define CLD_API_BEGIN CLD_VISIBLE_BEGIN extern "C" {
#define CLD_API_END                                                                                          \
    }                                                                                                        \
    CLD_VISIBLE_END
#else
#define CLD_API_BEGIN CLD_VISIBLE_BEGIN
#define CLD_API_END CLD_VISIBLE_END
#endif

#endif
