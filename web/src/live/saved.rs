//! The games kept on this device, as a list.

use super::{Keeper, words};
use crate::handover;
use trivium_core::ports::{Store as _, StoreError};
use trivium_core::{Condition, Line, Record, SeatSpec, Session};
use trivium_games::{Registry, registry};

/// A kept game in brief.
#[derive(Clone, PartialEq, Debug)]
pub struct Saved {
    /// Its id.
    pub id: String,
    /// The game's name.
    pub name: String,
    /// Condition and opponents.
    pub how: String,
    /// Where it stands.
    pub stand: String,
    /// Whether it is finished.
    pub over: bool,
    /// Whether it can be taken up.
    pub readable: bool,
    /// When the last line was written, in milliseconds since 1970.
    pub at: Option<u64>,
}

/// All kept games, the latest first.
pub async fn list(keeper: &Keeper) -> Result<Vec<Saved>, StoreError> {
    let store = keeper.store();
    let mut saved = Vec::new();
    for id in store.list().await? {
        let lines = store.read(&id).await?;
        saved.push(brief(id, &lines.join("\n")));
    }
    handover::note_games_kept(!saved.is_empty());
    saved.sort_by_key(|s| std::cmp::Reverse(s.at));
    Ok(saved)
}

fn brief(id: String, text: &str) -> Saved {
    let record = Record::parse(text).ok();
    let at = record.iter().flat_map(|r| r.lines.iter().rev()).find_map(|line| match line {
        Line::Event { at, .. } => *at,
        _ => None,
    });
    let session = Session::resume(&Registry, text);
    let Ok(session) = session else {
        return Saved {
            id,
            name: "A game that cannot be read".into(),
            how: "Its lines do not fit together; export it to look at them.".into(),
            stand: String::new(),
            over: true,
            readable: false,
            at,
        };
    };
    let header = session.header();
    let info = registry::find(&header.game).ok();
    let others: Vec<&SeatSpec> = header.seats.iter().filter(|s| !matches!(s, SeatSpec::Human)).collect();
    let condition = if header.condition == Condition::Comm { "with messages" } else { "silent" };
    let against = match others.as_slice() {
        [one] => format!("against {}", words::player(info, Some(one))),
        many => format!("{} seats", words::number(many.len() + 1)),
    };
    let status = session.game().status();
    let over = status.over();
    Saved {
        id,
        name: info.map_or_else(|| header.game.clone(), |info| info.name.to_owned()),
        how: format!("{}, {against}", words::capital(condition)),
        stand: if over { "Finished".into() } else { format!("Round {}", status.round) },
        over,
        readable: true,
        at,
    }
}
