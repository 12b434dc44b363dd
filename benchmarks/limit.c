/*
 * The yardstick called "limit": how fast plain C deals and plays a Rufspiel.
 *
 * Why it exists. A speed in hands per second says little by itself: machines differ and are shared.
 * This program does the work that any simulator of the game must do, and nothing else, on one thread, so
 * that a measured speed can be given as a share of what the machine allows.
 *
 * What it does. For every hand: deal 32 cards, each deal equally likely; the first seat from the forehand
 * on for whom some ace is callable declares a Rufspiel and calls one of his callable aces at random (a
 * deal in which nobody can is dealt again and not counted); all 32 cards are played at random, each legal card
 * equally likely, with the called-ace duties of the ruleset "standard" (RULES section 5); the hand is
 * settled: eyes, schneider, schwarz, laufende, value (RULES sections 6 and 7); and sums are kept. It has no
 * bidding, no thinking player and no output per hand: those are not part of the limit.
 *
 * Cards are bits of one word: 7 8 9 K 10 A of Schellen are bits 0-5, of Gras 6-11, of Eichel 12-17, of
 * Herz 18-23; the Unter 24-27 and the Ober 28-31, each in the order S H G E. So a higher bit beats a lower
 * one, and trumps are bits 18-31.
 *
 * Usage: limit [HANDS] [SEED]. Prints one line of JSON; "seconds" leaves out the start of the program.
 * Compile with -O3 -march=native: the machine's instruction for "the n-th bit of a word" (BMI2 deposit)
 * makes it about 2.7 times as fast. -DPLAIN does without, which is the fair yardstick for a language that can't
 * reach that instruction. The hands, and so the checksum, are the same either way.
 * -DTRACE also prints each hand before that line, so that every card can be checked by other code:
 * "deal H0 H1 H2 H3 declarer ace CARDS eyes tricks value" in numbers, the 32 cards in order of play.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#if defined(__BMI2__) && !defined(PLAIN)
#define HAS_DEPOSIT
#include <immintrin.h>
#endif

typedef uint32_t cards;

#define SCHELLEN 0x0000003fu
#define GRAS     0x00000fc0u
#define EICHEL   0x0003f000u
#define TRUMP    0xfffc0000u
#define ACES     0x00820820u
#define TENS     0x00410410u
#define KINGS    0x00208208u
#define UNTER    0x0f000000u
#define OBER     0xf0000000u
#define CALLABLE_ACES (ACES & ~TRUMP)

enum { LAUFENDE_FROM = 3, TRUMPS = 14, TRICKS = 8 };

static inline int count(cards set) { return __builtin_popcount(set); }

/* The n-th card of a set, counted from the lowest, as a set of one. */
static inline cards nth(cards set, unsigned n)
{
#ifdef HAS_DEPOSIT
    return _pdep_u32(1u << n, set);
#else
    while (n--)
        set &= set - 1;
    return set & -set;
#endif
}

/* ---- random numbers: xoshiro256** (Blackman and Vigna), seeded by splitmix64 ---- */

typedef struct { uint64_t s[4]; } rng;

static inline uint64_t rotl(uint64_t x, int k) { return x << k | x >> (64 - k); }

static inline uint64_t next(rng *r)
{
    uint64_t *s = r->s, result = rotl(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 45);
    return result;
}

static rng seeded(uint64_t seed)
{
    rng r;
    for (int i = 0; i < 4; i++) {
        uint64_t z = seed += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        r.s[i] = z ^ z >> 31;
    }
    return r;
}

/* A number below n from the top of a random fraction; the rest of the fraction is left for the next. */
static inline unsigned below(uint64_t *fraction, unsigned n)
{
    unsigned __int128 product = (unsigned __int128)*fraction * n;
    *fraction = (uint64_t)product;
    return (unsigned)(product >> 64);
}

/* ---- the deal ---- */

/* Eight of `size` cards, every choice equally likely: eight draws from one word, rejected where the word
 * would favour some (a rest below 2^64 mod ways, once in 2^25 words or less). */
static inline cards draw_hand(rng *r, cards rest, unsigned size)
{
    uint64_t ways = 1;
    for (unsigned i = 0; i < TRICKS; i++)
        ways *= size - i;
    for (;;) {
        uint64_t fraction = next(r);
        cards left = rest;
        for (unsigned i = 0; i < TRICKS; i++)
            left ^= nth(left, below(&fraction, size - i));
        if (__builtin_expect(fraction >= ways, 1) || fraction >= -ways % ways)
            return rest ^ left;
    }
}

static inline void deal(rng *r, cards hand[4])
{
    hand[0] = draw_hand(r, ~0u, 32);
    hand[1] = draw_hand(r, ~hand[0], 24);
    hand[2] = draw_hand(r, ~(hand[0] | hand[1]), 16);
    hand[3] = ~(hand[0] | hand[1] | hand[2]);
}

static inline cards callable(cards hand)
{
    cards suits = (hand & SCHELLEN ? SCHELLEN : 0) | (hand & GRAS ? GRAS : 0) | (hand & EICHEL ? EICHEL : 0);
    return suits & CALLABLE_ACES & ~hand;
}

/* ---- the play ---- */

/* All cards that follow a card: its plain suit, or the trumps. */
static inline cards suit_of(cards card)
{
    return card & TRUMP ? TRUMP : card & EICHEL ? EICHEL : card & GRAS ? GRAS : SCHELLEN;
}

/* `bound` is the called ace until its suit is led, then no card: the duties of the first lead end with it. */
static inline cards legal_lead(cards hand, cards bound, cards called_suit)
{
    cards only_ace = (hand & ~called_suit) | bound;
    return hand & bound && count(hand & called_suit) < 4 ? only_ace : hand;
}

static inline cards legal_follow(cards hand, cards led, cards bound, cards ace)
{
    cards same = hand & led;
    cards follow = same & bound && count(same) < 4 ? ace : same;
    cards discard = hand == ace ? hand : hand & ~ace;
    return same ? follow : discard;
}

typedef struct { cards taken; int tricks; } harvest;

#ifdef TRACE
static int played[32], plays;
#define RECORD(card) (played[plays++ % 32] = __builtin_ctz(card))
#else
#define RECORD(card) ((void)0)
#endif

/* Play a hand out; what the side of the declarer takes. `side` has one bit per seat. */
static inline harvest play(rng *r, cards hand[4], unsigned side, cards ace)
{
    cards called_suit = suit_of(ace), bound = ace;
    harvest got = {0, 0};
    unsigned leader = 0;
    for (int trick = 0; trick < TRICKS; trick++) {
        uint64_t fraction = next(r);  /* at most 8^4 ways to use it: no bias above 2^-52 */
        cards card[4], led = 0;
        for (unsigned i = 0; i < 4; i++) {
            cards *own = &hand[(leader + i) & 3];
            cards legal = i ? legal_follow(*own, led, bound, ace) : legal_lead(*own, bound, called_suit);
            card[i] = nth(legal, below(&fraction, (unsigned)count(legal)));
            *own ^= card[i];
            led = i ? led : suit_of(card[0]);
            RECORD(card[i]);
        }
        bound = led == called_suit ? 0 : bound;
        cards all = card[0] | card[1] | card[2] | card[3];
        cards best = 0x80000000u >> __builtin_clz(all & (led | TRUMP));
        leader = (leader + (card[1] == best) + 2 * (card[2] == best) + 3 * (card[3] == best)) & 3;
        unsigned ours = side >> leader & 1;
        got.taken |= all & -ours;
        got.tricks += (int)ours;
    }
    return got;
}

/* ---- the result ---- */

static inline int eyes_of(cards set)
{
    return 11 * count(set & ACES) + 10 * count(set & TENS) + 4 * count(set & KINGS) + 3 * count(set & OBER)
         + 2 * count(set & UNTER);
}

/* Length of the unbroken run of trumps from the highest that one side holds, whichever side. */
static inline int laufende(cards side)
{
    cards lacks = side & 0x80000000u ? ~side : side;
    int run = __builtin_clz(lacks);
    return run < TRUMPS ? run : TRUMPS;
}

typedef struct {
    int64_t hands, redealt, won, schneider, schwarz, laufende, eyes, value, score;
    uint64_t checksum;
} sums;

/* Add the outcome of a hand to the sums; `own` is what the side of the declarer was dealt. */
static inline int settle(sums *total, cards own, harvest got)
{
    int eyes = eyes_of(got.taken), won = eyes > 60, run = laufende(own);
    int schwarz = got.tricks == (won ? TRICKS : 0), schneider = won ? eyes > 90 : eyes <= 30;
    int value = 1 + schneider + schwarz + (run >= LAUFENDE_FROM ? run : 0);
    total->hands++;
    total->won += won;
    total->schneider += schneider;
    total->schwarz += schwarz;
    total->laufende += run;
    total->eyes += eyes;
    total->value += value;
    total->score += won ? value : -value;
    total->checksum = rotl(total->checksum, 5) ^ got.taken * 0x9e3779b97f4a7c15u ^ (uint64_t)value;
    return value;
}

static inline void one_hand(rng *r, sums *total)
{
    cards hand[4], aces = 0;
    unsigned declarer = 0;
    for (;;) {
        deal(r, hand);
        for (declarer = 0; declarer < 4 && !(aces = callable(hand[declarer])); declarer++)
            ;
        if (declarer < 4)
            break;
        total->redealt++;
    }
    uint64_t fraction = next(r);
    cards ace = nth(aces, below(&fraction, (unsigned)count(aces)));
    unsigned partner = (hand[1] & ace ? 1 : 0) + (hand[2] & ace ? 2 : 0) + (hand[3] & ace ? 3 : 0);
    cards own = hand[declarer] | hand[partner];
#ifdef TRACE
    printf("deal %u %u %u %u %u %d", hand[0], hand[1], hand[2], hand[3], declarer, __builtin_ctz(ace));
#endif
    harvest got = play(r, hand, 1u << declarer | 1u << partner, ace);
    int value = settle(total, own, got);
#ifdef TRACE
    for (int i = 0; i < 32; i++)
        printf(" %d", played[i]);
    printf(" %d %d %d\n", eyes_of(got.taken), got.tricks, value);
#endif
    (void)value;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint64_t argument(int argc, char **argv, int i, uint64_t otherwise)
{
    if (i >= argc)
        return otherwise;
    char *end;
    uint64_t n = strtoull(argv[i], &end, 10);
    if (*end || end == argv[i] || *argv[i] == '-') {
        fprintf(stderr, "limit: '%s' is no whole number: use limit [HANDS] [SEED]\n", argv[i]);
        exit(2);
    }
    return n;
}

int main(int argc, char **argv)
{
    uint64_t hands = argument(argc, argv, 1, 2000000), seed = argument(argc, argv, 2, 1);
    if (!hands) {
        fprintf(stderr, "limit: HANDS is 0: use 1 or more\n");
        return 2;
    }
    rng r = seeded(seed);
    sums total = {0};
    double start = now();
    for (uint64_t i = 0; i < hands; i++)
        one_hand(&r, &total);
    double seconds = now() - start, n = (double)hands;
    printf("{\"hands\": %" PRIu64 ", \"seconds\": %.6f, \"hands_per_second\": %.0f, \"checksum\": \"%016" PRIx64 "\", "
           "\"declarer_win_rate\": %.6f, \"mean_eyes\": %.6f, \"schneider_rate\": %.6f, \"schwarz_rate\": %.6f, "
           "\"mean_laufende\": %.6f, \"mean_value\": %.6f, \"mean_score\": %.6f, \"redealt\": %" PRId64
           "}\n",
           hands, seconds, n / seconds, total.checksum, (double)total.won / n, (double)total.eyes / n,
           (double)total.schneider / n, (double)total.schwarz / n, (double)total.laufende / n,
           (double)total.value / n, (double)total.score / n, total.redealt);
    return 0;
}
