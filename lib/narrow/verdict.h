/// Whether two shapes collide, said where it is proven.
#ifndef CLD_NARROW_VERDICT_H
#define CLD_NARROW_VERDICT_H

typedef enum cld_verdict {
    CLD_UNSURE, ///< neither is proven: to be asked another way, and in the end measured
    CLD_APART,  ///< by more than the tolerance
    CLD_MEETS   ///< touching counts
} cld_verdict;

#endif
