//! The strategy library of the repeated dilemma. Each strategy is a small machine that sees the executed moves of
//! earlier rounds and gives its next move, or the odds of cooperating.
//!
//! Names follow Axelrod-Python, whose library collects them; the sentence at each says what it does.

use super::{Move, Payoffs};
use Move::{C, D};
use trivium_core::Rng;

/// The next move of a strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Play {
    /// This move.
    Pure(Move),
    /// Cooperate with probability `num/den`.
    Odds {
        /// Numerator.
        num: u64,
        /// Denominator.
        den: u64,
    },
}

impl Play {
    /// The move; draws only where the odds are open.
    pub fn draw(self, rng: impl FnOnce() -> Rng) -> Move {
        match self {
            Play::Pure(m) => m,
            Play::Odds { num: 0, .. } => D,
            Play::Odds { num, den } if num >= den => C,
            Play::Odds { num, den } => {
                if rng().chance(num, den) {
                    C
                } else {
                    D
                }
            }
        }
    }
}

/// A strategy at play.
pub trait Strategy: Send {
    /// Told before [`Strategy::next`], from the second round on: the move that the player had meant to make in the
    /// last round. With noise it may have come out otherwise; most strategies look only at what came out.
    fn meant(&mut self, _own: Move) {}
    /// Whether [`Strategy::meant`] does anything.
    fn remembers(&self) -> bool {
        false
    }
    /// The next move after the last round's moves as they came out (own first), or in the first round.
    fn next(&mut self, last: Option<(Move, Move)>) -> Play;
}

/// A strategy of the library.
pub struct Entry {
    /// The id.
    pub id: &'static str,
    /// The name people read.
    pub name: &'static str,
    /// What it does.
    pub description: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Rounds it looks back; `None` for all.
    pub memory: Option<u32>,
    /// Whether it draws.
    pub stochastic: bool,
    make: fn(&Payoffs) -> Box<dyn Strategy>,
}

impl Entry {
    /// A fresh player.
    pub fn start(&self, payoffs: &Payoffs) -> Box<dyn Strategy> {
        (self.make)(payoffs)
    }
}

/// The entry of an id.
pub fn find(id: &str) -> Option<&'static Entry> {
    LIBRARY.iter().find(|entry| entry.id == id)
}

/// A strategy that is a function of a state and the last moves.
struct Machine<S, F>(S, F);

impl<S: Send, F: Fn(&mut S, Option<(Move, Move)>) -> Move + Send> Strategy for Machine<S, F> {
    fn next(&mut self, last: Option<(Move, Move)>) -> Play {
        Play::Pure((self.1)(&mut self.0, last))
    }
}

fn machine<S: Send + 'static>(
    state: S,
    rule: impl Fn(&mut S, Option<(Move, Move)>) -> Move + Send + 'static,
) -> Box<dyn Strategy> {
    Box::new(Machine(state, rule))
}

/// A deterministic rule of the last round alone: first move, then by (own, other).
fn reactive(first: Move, rule: fn(Move, Move) -> Move) -> Box<dyn Strategy> {
    machine((), move |(), last| last.map_or(first, |(own, other)| rule(own, other)))
}

/// Odds of cooperating after CC, CD, DC, DD (own move first).
struct MemoryOne {
    first: Play,
    after: [(u64, u64); 4],
}

impl Strategy for MemoryOne {
    fn next(&mut self, last: Option<(Move, Move)>) -> Play {
        let Some(last) = last else { return self.first };
        let (num, den) = self.after[match last {
            (C, C) => 0,
            (C, D) => 1,
            (D, C) => 2,
            (D, D) => 3,
        }];
        Play::Odds { num, den }
    }
}

fn memory_one(after: [(u64, u64); 4]) -> Box<dyn Strategy> {
    Box::new(MemoryOne { first: Play::Pure(C), after })
}

fn cycler(pattern: &'static [Move]) -> Box<dyn Strategy> {
    machine(0usize, move |i, _| {
        let m = pattern[*i % pattern.len()];
        *i += 1;
        m
    })
}

/// Most moves of the other that a strategy looks back to one by one.
const KEPT: usize = 3;

/// The newest moves of the other, newest last.
struct Past {
    moves: [Move; KEPT],
    /// How many rounds were seen.
    seen: u32,
}

impl Past {
    const fn new() -> Past {
        Past { moves: [C; KEPT], seen: 0 }
    }

    fn see(&mut self, last: Option<(Move, Move)>) {
        let Some((_, other)) = last else { return };
        let [_, a, b] = self.moves;
        self.moves = [a, b, other];
        self.seen += 1;
    }

    /// The newest `n` moves (at most [`KEPT`]), or as many as there are.
    fn newest(&self, n: usize) -> &[Move] {
        &self.moves[KEPT - n.min(KEPT).min(self.seen as usize)..]
    }

    fn last(&self) -> Option<Move> {
        self.newest(1).first().copied()
    }
}

/// A rule of the newest `n` moves of the other.
fn window(n: usize, rule: fn(&[Move]) -> Move) -> Box<dyn Strategy> {
    debug_assert!(n <= KEPT);
    machine(Past::new(), move |past, last| {
        past.see(last);
        rule(past.newest(n))
    })
}

/// A rule of the counts of the other's moves: (cooperations, defections).
fn counting(rule: fn(u32, u32) -> Move) -> Box<dyn Strategy> {
    machine((0u32, 0u32), move |(c, d), last| {
        match last {
            Some((_, C)) => *c += 1,
            Some((_, D)) => *d += 1,
            None => {}
        }
        rule(*c, *d)
    })
}

/// Plays `opening`, at most three moves, then a rule that knows the other's first three moves and the last one.
fn prober(opening: &'static [Move], rule: fn(&[Move; 3], Move) -> Move) -> Box<dyn Strategy> {
    machine(([C; 3], 0usize), move |(first, seen), last| {
        if let Some((_, other)) = last {
            if let Some(place) = first.get_mut(*seen) {
                *place = other;
            }
            *seen += 1;
        }
        match (opening.get(*seen), last) {
            (Some(&m), _) => m,
            (None, Some((_, newest))) => rule(first, newest),
            (None, None) => C,
        }
    })
}

/// Memory of the punishers: a grudge, its counter and its length, both sides' counts.
struct Grudge {
    held: bool,
    counter: u32,
    length: u32,
    rounds: u32,
    counted: u32,
}

/// Defects for a time set by how often the other played `counted`; at least `least` rounds.
fn punisher(counted: Move, least: u32) -> Box<dyn Strategy> {
    let start = Grudge { held: false, counter: 1, length: 1, rounds: 0, counted: 0 };
    machine(start, move |g, last| {
        if let Some((_, other)) = last {
            g.rounds += 1;
            g.counted += u32::from(other == counted);
        }
        if g.counter >= g.length {
            g.counter = 0;
            g.held = false;
        }
        if g.held {
            g.counter += 1;
            D
        } else if matches!(last, Some((_, D))) {
            g.length = (20 * g.counted / g.rounds.max(1)).max(least);
            g.held = true;
            D
        } else {
            C
        }
    })
}

/// Tit For Tat that makes good for a defection which it had not meant.
struct Contrite {
    meant: Move,
    contrite: bool,
}

impl Strategy for Contrite {
    fn meant(&mut self, own: Move) {
        self.meant = own;
    }

    fn remembers(&self) -> bool {
        true
    }

    fn next(&mut self, last: Option<(Move, Move)>) -> Play {
        let Some((own, other)) = last else { return Play::Pure(C) };
        if self.contrite && own == C {
            self.contrite = false;
            return Play::Pure(C);
        }
        self.contrite |= own == D && self.meant == C && other == C;
        Play::Pure(other)
    }
}

fn gradual() -> Box<dyn Strategy> {
    machine((0u32, 0u32, 0u32), |(punish, calm, defections), last| {
        let Some((_, other)) = last else { return C };
        *defections += u32::from(other == D);
        if *punish > 0 {
            *punish -= 1;
            D
        } else if *calm > 0 {
            *calm -= 1;
            C
        } else if other == D {
            *punish = *defections - 1;
            *calm = 2;
            D
        } else {
            C
        }
    })
}

/// The estimate runs in doubles, as in the library this strategy is known from: after some fifty cooperations it
/// rounds to exactly 1, and one defection then brings it to ½, which still counts as friendly.
fn adaptive_tit_for_tat() -> Box<dyn Strategy> {
    machine(0.5f64, |world, last| {
        match last {
            None => return C,
            Some((_, C)) => *world += 0.5 * (1.0 - *world),
            Some((_, D)) => *world -= 0.5 * *world,
        }
        if *world >= 0.5 { C } else { D }
    })
}

fn soft_grudger() -> Box<dyn Strategy> {
    const SCRIPT: [Move; 5] = [D, D, D, C, C];
    machine(None::<usize>, |step, last| match (*step, last) {
        (Some(i), _) => {
            *step = (i + 1 < SCRIPT.len()).then_some(i + 1);
            SCRIPT[i]
        }
        (None, Some((_, D))) => {
            *step = Some(0);
            D
        }
        (None, _) => C,
    })
}

fn once_bitten() -> Box<dyn Strategy> {
    struct State {
        past: Past,
        held: bool,
        counter: u32,
    }
    machine(State { past: Past::new(), held: false, counter: 0 }, |s, last| {
        s.past.see(last);
        if s.counter >= 10 {
            s.counter = 0;
            s.held = false;
        }
        if s.past.seen < 2 {
            C
        } else if s.held {
            s.counter += 1;
            D
        } else if s.past.newest(2) == [D, D] {
            s.held = true;
            D
        } else {
            C
        }
    })
}

fn davis() -> Box<dyn Strategy> {
    machine((0u32, false), |(round, betrayed), last| {
        *round += 1;
        *betrayed |= matches!(last, Some((_, D)));
        if *round > 10 && *betrayed { D } else { C }
    })
}

fn shubik() -> Box<dyn Strategy> {
    machine((0u32, 0u32), |(left, length), last| {
        if *left > 0 {
            *left -= 1;
            return D;
        }
        if last == Some((C, D)) {
            *length += 1;
            *left = *length - 1;
            return D;
        }
        C
    })
}

fn spiteful_tit_for_tat() -> Box<dyn Strategy> {
    machine((Past::new(), false), |(past, spite), last| {
        past.see(last);
        *spite |= past.newest(2) == [D, D];
        if *spite { D } else { past.last().unwrap_or(C) }
    })
}

fn omega_tit_for_tat() -> Box<dyn Strategy> {
    struct State {
        past: Past,
        deadlock: u32,
        randomness: i32,
    }
    machine(State { past: Past::new(), deadlock: 0, randomness: 0 }, |s, last| {
        s.past.see(last);
        let (Some((own, other)), [before, newest]) = (last, s.past.newest(2)) else {
            return s.past.last().unwrap_or(C);
        };
        let differ = before != newest;
        if s.deadlock >= 3 {
            s.deadlock = if s.deadlock == 3 { 4 } else { 0 };
            return C;
        }
        if (*before, *newest) == (C, C) {
            s.randomness -= 1;
        }
        s.randomness += i32::from(differ) + i32::from(own != other);
        if s.randomness >= 8 {
            return D;
        }
        s.deadlock = if differ { s.deadlock + 1 } else { 0 };
        other
    })
}

/// Forgiveness of Generous TFT: min(1 − (T−R)/(R−S), (R−P)/(T−P)) (Nowak and Sigmund 1992), as an exact fraction.
fn generous(payoffs: &Payoffs) -> (u64, u64) {
    let Payoffs { t, r, p, s } = *payoffs;
    let first = (((r - s) - (t - r)).scaled().max(0), (r - s).scaled());
    let second = ((r - p).scaled(), (t - p).scaled());
    let (num, den) = if first.0 * second.1 <= second.0 * first.1 { first } else { second };
    (u64::try_from(num).unwrap_or(0), u64::try_from(den).unwrap_or(1))
}

macro_rules! library {
    ($($id:literal, $name:literal, $memory:expr, $stochastic:expr, $source:literal, $description:literal, $make:expr;)*) => {
        /// Every strategy, in the order of the page's list.
        pub static LIBRARY: &[Entry] = &[$(Entry {
            id: $id,
            name: $name,
            description: $description,
            source: $source,
            memory: $memory,
            stochastic: $stochastic,
            make: $make,
        }),*];
    };
}

library! {
    "Cooperator", "Cooperator", Some(0), false, "Axelrod 1984",
        "Cooperates in every round.", |_| reactive(C, |_, _| C);
    "Defector", "Defector", Some(0), false, "Axelrod 1984",
        "Defects in every round.", |_| reactive(D, |_, _| D);
    "Alternator", "Alternator", Some(1), false, "Mittal 2009",
        "Cooperates and defects in turn, starting with C.", |_| reactive(C, |own, _| own.flipped());
    "TitForTat", "Tit For Tat", Some(1), false, "Rapoport, in Axelrod 1980",
        "Cooperates first, then copies the other's last move.", |_| reactive(C, |_, other| other);
    "TitFor2Tats", "Tit For 2 Tats", Some(2), false, "Axelrod 1984",
        "Defects only after two defections in a row.", |_| window(2, |w| if w == [D, D] { D } else { C });
    "TwoTitsForTat", "Two Tits For Tat", Some(2), false, "Axelrod 1984",
        "Answers every defection with two.", |_| window(2, |w| if w.contains(&D) { D } else { C });
    "SuspiciousTitForTat", "Suspicious Tit For Tat", Some(1), false, "Boyd and Lorberbaum 1987",
        "Defects first, then copies the other's last move.", |_| reactive(D, |_, other| other);
    "Grudger", "Grudger", None, false, "Friedman 1971",
        "Cooperates until the first defection, then defects for ever (grim trigger).",
        |_| counting(|_, d| if d > 0 { D } else { C });
    "WinStayLoseShift", "Win-Stay Lose-Shift", Some(1), false, "Nowak and Sigmund 1993",
        "Cooperates after rounds in which both moved alike (Pavlov).",
        |_| reactive(C, |own, other| if own == other { C } else { D });
    "Bully", "Bully", Some(1), false, "Nachbar 1992",
        "Defects first, then plays the opposite of the other's last move.", |_| reactive(D, |_, other| other.flipped());
    "HardTitForTat", "Hard Tit For Tat", Some(3), false, "PRISON, Beaufils, Delahaye and Mathieu 1997",
        "Defects if any of the other's last three moves was a defection.",
        |_| window(3, |w| if w.contains(&D) { D } else { C });
    "HardTitFor2Tats", "Hard Tit For 2 Tats", Some(3), false, "Stewart and Plotkin 2012",
        "Defects if the other's last three moves hold two defections in a row.",
        |_| window(3, |w| if w.windows(2).any(|p| p == [D, D]) { D } else { C });
    "Handshake", "Handshake", None, false, "Robson 1990",
        "Opens C, D; cooperates for ever with who opened alike, defects for ever otherwise.",
        |_| prober(&[C, D], |other, _| if other[..2] == [C, D] { C } else { D });
    "Prober", "Prober", None, false, "Li, Hingston and Kendall 2011",
        "Opens D, C, C; exploits who did not answer, otherwise copies.",
        |_| prober(&[D, C, C], |other, newest| if other[1..3] == [C, C] { D } else { newest });
    "Prober2", "Prober 2", None, false, "PRISON, Beaufils, Delahaye and Mathieu 1997",
        "Opens D, C, C; cooperates for ever after D, C of the other, otherwise copies.",
        |_| prober(&[D, C, C], |other, newest| if other[1..3] == [D, C] { C } else { newest });
    "Prober3", "Prober 3", None, false, "PRISON, Beaufils, Delahaye and Mathieu 1997",
        "Opens D, C; defects for ever if the other cooperated in round 2, otherwise copies.",
        |_| prober(&[D, C], |other, newest| if other[1] == C { D } else { newest });
    "GoByMajority", "Go By Majority", None, false, "Axelrod 1984",
        "Defects when the other has defected more often than cooperated.",
        |_| counting(|c, d| if d > c { D } else { C });
    "HardGoByMajority", "Hard Go By Majority", None, false, "Mittal 2009",
        "Cooperates only when the other has cooperated more often than defected.",
        |_| counting(|c, d| if c > d { C } else { D });
    "Appeaser", "Appeaser", Some(1), false, "Jochen Müller, in Axelrod-Python",
        "Changes its move whenever the other defects.",
        |_| reactive(C, |own, other| if other == D { own.flipped() } else { own });
    "FoolMeOnce", "Fool Me Once", None, false, "PRISON, Beaufils, Delahaye and Mathieu 1997",
        "Forgives one defection, never a second.", |_| counting(|_, d| if d > 1 { D } else { C });
    "CyclerCCD", "Cycler CCD", Some(2), false, "Mittal 2009",
        "Repeats C, C, D.", |_| cycler(&[C, C, D]);
    "CyclerCCCD", "Cycler CCCD", Some(3), false, "Axelrod-Python",
        "Repeats C, C, C, D.", |_| cycler(&[C, C, C, D]);
    "CyclerDDC", "Cycler DDC", Some(2), false, "Mittal 2009",
        "Repeats D, D, C.", |_| cycler(&[D, D, C]);
    "Punisher", "Punisher", None, false, "Geraint Palmer, in Axelrod-Python",
        "Answers a defection with defections for a time set by the other's share of defections.",
        |_| punisher(D, 0);
    "InversePunisher", "Inverse Punisher", None, false, "Geraint Palmer, in Axelrod-Python",
        "Answers a defection with defections for a time set by the other's share of cooperations.",
        |_| punisher(C, 1);
    "ContriteTitForTat", "Contrite Tit For Tat", None, false, "Wu and Axelrod 1995",
        "Tit For Tat that makes good for a defection it did not intend.", |_| Box::new(Contrite { meant: C, contrite: false });
    "Gradual", "Gradual", None, false, "Beaufils, Delahaye and Mathieu 1997",
        "Answers the n-th defection with n defections and two cooperations.", |_| gradual();
    "AdaptiveTitForTat", "Adaptive Tit For Tat", Some(1), false, "Tzafestas 2000",
        "Follows a running estimate of the other's mood.", |_| adaptive_tit_for_tat();
    "SoftGrudger", "Soft Grudger", Some(6), false, "Li, Hingston and Kendall 2011",
        "Answers a defection with D, D, D, D, C, C.", |_| soft_grudger();
    "OnceBitten", "Once Bitten", Some(12), false, "Li, Hingston and Kendall 2011",
        "After two defections in a row defects eleven times.", |_| once_bitten();
    "AntiTitForTat", "Anti Tit For Tat", Some(1), false, "Hilbe, Nowak and Sigmund 2013",
        "Cooperates first, then plays the opposite of the other's last move.", |_| reactive(C, |_, other| other.flipped());
    "FirstByDavis", "First by Davis", None, false, "Davis, in Axelrod 1980",
        "Cooperates ten rounds, then is a grim trigger.", |_| davis();
    "FirstByShubik", "First by Shubik", None, false, "Shubik, in Axelrod 1980",
        "Retaliates for one round longer at every new betrayal.", |_| shubik();
    "SpitefulTitForTat", "Spiteful Tit For Tat", None, false, "PRISON, Beaufils, Delahaye and Mathieu 1997",
        "Tit For Tat until two defections in a row, then defects for ever.", |_| spiteful_tit_for_tat();
    "EasyGo", "EasyGo", None, false, "Li and Kendall 2009",
        "Defects until the first defection of the other, then cooperates for ever.",
        |_| counting(|_, d| if d > 0 { C } else { D });
    "OmegaTFT", "Omega TFT", None, false, "Slany and Kienreich 2007",
        "Tit For Tat that breaks deadlocks and gives up on random play.", |_| omega_tit_for_tat();
    "GTFT", "GTFT", Some(1), true, "Nowak and Sigmund 1992",
        "Tit For Tat that forgives a defection with the largest probability that stays stable.",
        |payoffs| { let g = generous(payoffs); memory_one([(1, 1), g, (1, 1), g]) };
    "FirstByJoss", "First by Joss", Some(1), true, "Johann Joss, in Axelrod 1980",
        "Tit For Tat that defects one time in ten where it would cooperate.",
        |_| memory_one([(9, 10), (0, 1), (9, 10), (0, 1)]);
    "Random", "Random", Some(0), true, "Axelrod 1980",
        "Tosses a fair coin every round.",
        |_| Box::new(MemoryOne { first: Play::Odds { num: 1, den: 2 }, after: [(1, 2); 4] });
    "ZDExtort2", "ZD-Extort-2", Some(1), true, "Stewart and Plotkin 2012",
        "Extorts twice the surplus over mutual defection (zero-determinant).",
        |_| memory_one([(8, 9), (1, 2), (1, 3), (0, 1)]);
    "ZDGTFT2", "ZD-GTFT-2", Some(1), true, "Stewart and Plotkin 2012",
        "Generous zero-determinant strategy.", |_| memory_one([(1, 1), (1, 8), (1, 1), (1, 4)]);
    "FirmButFair", "Firm But Fair", Some(1), true, "Frean 1994",
        "Cooperates except after being the sucker; returns from mutual defection two times in three.",
        |_| memory_one([(1, 1), (0, 1), (1, 1), (2, 3)]);
    "StochasticWSLS", "Stochastic WSLS", Some(1), true, "Axelrod-Python",
        "Win-Stay Lose-Shift that errs one time in twenty.",
        |_| memory_one([(19, 20), (1, 20), (1, 20), (19, 20)]);
}
