//! How single games look where the plain form is not enough: data, one entry for each such game. A game without an
//! entry is played with the plain parts.

/// What the play view should know of a game.
#[derive(Debug)]
pub struct Face {
    /// The games it is for.
    pub games: &'static [&'static str],
    /// The actions whose mark is opened and struck: defect, refuse, sabotage.
    pub struck: &'static [&'static str],
    /// What an action is called in a sentence: the action, "You …", "B …s".
    pub verbs: &'static [(&'static str, &'static str, &'static str)],
    /// The agent that is chosen at first; the first of the list where none is named.
    pub opponent: &'static str,
    /// Both seats choose a label at the same time, so that all payoffs of a round fit into a table.
    pub table: bool,
}

const PLAIN: Face = Face { games: &[], struck: &[], verbs: &[], opponent: "", table: false };

const DILEMMA: &[(&str, &str, &str)] = &[("C", "cooperate", "cooperates"), ("D", "defect", "defects")];

static FACES: &[Face] = &[
    Face { games: &["L2-T01"], struck: &["D"], verbs: DILEMMA, opponent: "TitForTat", table: true },
    Face { games: &["L1-T01", "L2-T02"], struck: &["D"], verbs: DILEMMA, table: true, ..PLAIN },
    Face { games: &["L1-T02"], struck: &["hare"], table: true, ..PLAIN },
    Face { games: &["L1-T03"], struck: &["straight"], table: true, ..PLAIN },
    Face { games: &["L1-T04", "L2-T06"], table: true, ..PLAIN },
    Face { games: &["L1-T05", "L2-T05"], struck: &["reject"], ..PLAIN },
    Face { games: &["L3-T02"], struck: &["abstain"], ..PLAIN },
];

/// How a game looks.
pub fn of(game: &str) -> &'static Face {
    FACES.iter().find(|face| face.games.contains(&game)).unwrap_or(&PLAIN)
}

impl Face {
    /// Whether the action's mark is the opened, struck one.
    pub fn is_struck(&self, action: &str) -> bool {
        self.struck.contains(&action)
    }

    /// Whether the game's labels have marks at all.
    pub fn has_marks(&self) -> bool {
        !self.struck.is_empty()
    }

    /// "cooperate", as in "You cooperate".
    pub fn verb(&self, action: &str) -> Option<&'static str> {
        self.verbs.iter().find(|(a, ..)| *a == action).map(|(_, verb, _)| *verb)
    }

    /// "cooperates", as in "B cooperates".
    pub fn third(&self, action: &str) -> Option<&'static str> {
        self.verbs.iter().find(|(a, ..)| *a == action).map(|(.., third)| *third)
    }
}
