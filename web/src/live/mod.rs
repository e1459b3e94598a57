//! A game at play in this page: the session, where its lines are kept, and what is shown of it.

pub mod keeper;
pub mod matrix;
pub mod model;
pub mod replay;
pub mod saved;
pub mod shown;
pub mod words;

pub use keeper::{Keeper, Kept};
pub use model::Asking;
pub use shown::Shown;

use crate::browser::{SystemClock, store::AppendError};
use crate::{handover, stock};
use leptos::prelude::*;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use trivium_core::ports::Clock;
use trivium_core::session::{Beside, Plan, ResumeError};
use trivium_core::{Decision, Origin, ParamError, Rationale, Refusal, Seat, SeatSpec, Session};
use trivium_games::theory;

/// A game that a person plays. Clones are the same game.
#[derive(Clone)]
pub struct Live(Arc<Inner>);

struct Inner {
    id: String,
    seat: Seat,
    session: Mutex<Session>,
    /// Number of lines known to be stored.
    stored: Mutex<usize>,
    shown: ArcRwSignal<Arc<Shown>>,
    kept: ArcRwSignal<Kept>,
    busy: ArcRwSignal<bool>,
    asking: ArcRwSignal<Asking>,
}

impl Live {
    /// A new game, up to the person's first decision. Nothing is stored yet.
    pub fn start(id: String, plan: Plan) -> Result<Live, ParamError> {
        let mut session = Session::start(&stock::games(), plan)?;
        let seat = person(&session);
        play_others(&mut session, seat)?;
        Ok(Live::at(id, session, seat, 0))
    }

    /// A stored game, at the decision where it stopped.
    pub fn resume(id: String, lines: &[String]) -> Result<Live, ResumeError> {
        let mut session = Session::resume(&stock::games(), &lines.join("\n"))?;
        let seat = person(&session);
        play_others(&mut session, seat)?;
        Ok(Live::at(id, session, seat, lines.len()))
    }

    /// A game that the first page had open, with what it knew of its keeping.
    pub fn taken_over(
        id: String,
        lines: &[String],
        stored: usize,
        refused: Option<String>,
    ) -> Result<Live, ResumeError> {
        let live = Live::resume(id, lines)?;
        *live.0.stored.lock().unwrap_or_else(PoisonError::into_inner) = stored;
        if let Some(why) = refused {
            live.0.kept.set(Kept::Refused(why));
        }
        Ok(live)
    }

    /// A game that is only looked at: nothing is played on.
    fn looked_at(id: String, session: Session, stored: usize) -> Live {
        let seat = person(&session);
        Live::at(id, session, seat, stored)
    }

    /// The moves of the seat on the screen beside what theory says of them.
    pub fn review(&self) -> Vec<theory::Reviewed> {
        let seat = self.0.shown.with_untracked(|shown| shown.seat);
        theory::review(&stock::games(), self.session().game(), seat).unwrap_or_default()
    }

    /// Changes what the screen shows.
    fn show(&self, shown: Shown) {
        self.0.shown.set(Arc::new(shown));
    }

    /// Whether the game is over.
    pub fn over_now(&self) -> bool {
        self.session().game().status().over()
    }

    fn at(id: String, session: Session, seat: Seat, stored: usize) -> Live {
        let shown = ArcRwSignal::new(Arc::new(Shown::of(&session, seat)));
        let kept = ArcRwSignal::new(if stored > 0 { Kept::Here } else { Kept::NotYet });
        let busy = ArcRwSignal::new(false);
        let asking = ArcRwSignal::new(Asking::Nobody);
        let (session, stored) = (Mutex::new(session), Mutex::new(stored));
        Live(Arc::new(Inner { id, seat, session, stored, shown, kept, busy, asking }))
    }

    /// The name under which it is kept.
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// The person's seat.
    pub fn seat(&self) -> Seat {
        self.0.seat
    }

    fn session(&self) -> MutexGuard<'_, Session> {
        // There is one thread: a poisoned lock means a panic that has ended the page already.
        self.0.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the screen shows; a change is followed.
    pub fn shown(&self) -> Arc<Shown> {
        self.0.shown.get()
    }

    /// What the screen shows, without following changes.
    pub fn shown_now(&self) -> Arc<Shown> {
        self.0.shown.get_untracked()
    }

    /// A part of what is shown as a signal of its own, so that the rest of the screen stays as it is.
    pub fn part<T: PartialEq + Send + Sync + 'static>(
        &self,
        part: impl Fn(&Shown) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        let shown = self.0.shown.clone();
        Memo::new(move |_| shown.with(|shown| part(shown)))
    }

    /// Whether the lines are kept on this device.
    pub fn kept(&self) -> Kept {
        self.0.kept.get()
    }

    /// The same, without following changes.
    pub fn kept_now(&self) -> Kept {
        self.0.kept.get_untracked()
    }

    /// Number of lines known to be stored.
    pub fn stored(&self) -> usize {
        *self.0.stored.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The record's lines.
    pub fn lines(&self) -> Vec<String> {
        self.session().lines().to_vec()
    }

    /// Whether a decision is being taken.
    pub fn busy(&self) -> bool {
        self.0.busy.get()
    }

    /// The record as a file.
    pub fn export(&self) -> String {
        trivium_archive::export(&self.session())
    }

    /// The file's name.
    pub fn file_name(&self) -> String {
        format!("trivium-{}-{}.jsonl", self.session().header().game, self.0.id)
    }

    /// The person's decision: taken by the rules, followed by the other seats, stored, and only then shown.
    pub async fn act(&self, keeper: &Keeper, decision: Decision, rationale: Option<Rationale>) -> Result<(), Refusal> {
        self.take(keeper, decision, Beside { rationale, ..Beside::default() }).await
    }

    /// Lets the person's turn pass by the rules' fallback, and records it as such.
    pub fn pass(&self) -> Result<(), Refusal> {
        let mut session = self.session();
        let seat = self.0.seat;
        if let Some(fallback) = session.game().fallback(seat) {
            let at = Some(SystemClock.now_ms());
            session.act(seat, fallback, Beside { at, origin: Origin::Fallback, ..Beside::default() })?;
            let _ = play_others(&mut session, seat);
        }
        let shown = Arc::new(Shown::of(&session, seat));
        drop(session);
        self.0.shown.set(shown);
        Ok(())
    }

    async fn take(&self, keeper: &Keeper, decision: Decision, beside: Beside) -> Result<(), Refusal> {
        if self.0.busy.get_untracked() {
            return Ok(());
        }
        let at = Some(SystemClock.now_ms());
        {
            let mut session = self.session();
            session.act(self.0.seat, decision, Beside { at, ..beside })?;
            // A game whose agents cannot be found was refused at its start.
            let _ = play_others(&mut session, self.0.seat);
        }
        self.0.busy.set(true);
        self.keep(keeper).await;
        let shown = Arc::new(Shown::of(&self.session(), self.0.seat));
        self.0.shown.set(shown);
        self.0.busy.set(false);
        if let Some(ask) = stock::ask_models() {
            ask(self.clone(), keeper.clone()).await;
        }
        Ok(())
    }

    /// Stores the lines that are not stored yet.
    pub async fn keep(&self, keeper: &Keeper) {
        let from = self.stored();
        let lines = self.session().lines()[from..].to_vec();
        let kept = match keeper.store().append_lines(&self.0.id, from as u32, &lines).await {
            Ok(()) => {
                *self.0.stored.lock().unwrap_or_else(PoisonError::into_inner) = from + lines.len();
                handover::note_games_kept(true);
                Kept::Here
            }
            Err(AppendError::Refused(why)) => Kept::Refused(why),
            Err(AppendError::Overtaken) => self.catch_up(keeper).await,
        };
        self.0.kept.set(kept);
    }

    /// Another tab played on: what is stored holds, and this tab goes on from there.
    async fn catch_up(&self, keeper: &Keeper) -> Kept {
        use trivium_core::ports::Store as _;
        let Ok(lines) = keeper.store().read(&self.0.id).await else { return Kept::Overtaken };
        if let Ok(session) = Session::resume(&stock::games(), &lines.join("\n")) {
            *self.session() = session;
            *self.0.stored.lock().unwrap_or_else(PoisonError::into_inner) = lines.len();
        }
        Kept::Overtaken
    }
}

/// The seat of the person, or the first where none sits.
fn person(session: &Session) -> Seat {
    let seats = &session.header().seats;
    seats.iter().position(|s| matches!(s, SeatSpec::Human)).and_then(|i| Seat::try_from(i).ok()).unwrap_or(0)
}

/// Lets the agents play until it is the person's turn. Not before: what they choose in a phase that all decide at
/// once is in the record only after the person's choice.
fn play_others(session: &mut Session, person: Seat) -> Result<(), ParamError> {
    loop {
        let to_act = session.game().status().to_act;
        if to_act.contains(&person) && matches!(session.header().seats[usize::from(person)], SeatSpec::Human) {
            return Ok(());
        }
        let Some(&seat) = to_act.first() else { return Ok(()) };
        let Some(decision) = session.agent_decision(&stock::games(), seat)? else { return Ok(()) };
        let at = Some(SystemClock.now_ms());
        if session.act(seat, decision, Beside { at, ..Beside::default() }).is_ok() {
            continue;
        }
        let beside = Beside { at, origin: Origin::Fallback, ..Beside::default() };
        let fallback = session.game().fallback(seat);
        if fallback.is_none_or(|decision| session.act(seat, decision, beside).is_err()) {
            return Ok(());
        }
    }
}
