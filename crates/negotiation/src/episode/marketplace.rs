//! The marketplace episode: a forced first offer, then rounds of seller and buyer.

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::seat::{Attempt, Seat, error_text, failure_text};
use super::{Answer, Conditions, Due, Episode, Failure, Message, NotDue, Party, prompt};
use crate::env::marketplace::{self, MarketAction, MarketEnv, MarketOutcome, MarketSide, OpenOffer, Said};
use crate::env::{Flow, SetupError};
use crate::record::IntoStatic;
use crate::task::{Domain, MarketplaceTask};

/// One action with its result.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trace {
    /// Round, from 1.
    pub round: u32,
    /// Who acted.
    pub actor: MarketSide,
    /// The tool, or `GENERATION_ERROR` where no usable answer came.
    pub action_type: &'static str,
    /// Arguments.
    pub payload: Value,
    /// What came back.
    pub result: String,
    /// Whether it was carried out.
    pub valid: bool,
}

const GENERATION_ERROR: &str = "GENERATION_ERROR";

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    Opening { price: f64 },
    Turn(MarketSide),
    Over,
}

/// A marketplace task being played.
///
/// A listed price is the seller's first offer, made by the harness; then, in each round, the seller
/// moves and the buyer after it. The episode ends when the buyer closes it or the rounds run out; a
/// deal alone ends nothing.
pub struct MarketEpisode {
    task: MarketplaceTask<'static>,
    conditions: Conditions,
    env: MarketEnv,
    buyer: Seat,
    seller: Seat,
    phase: Phase,
    round: u32,
    step: u32,
    trace: Vec<Trace>,
    invalid_actions: u32,
    error: Option<String>,
}

fn party(side: MarketSide) -> Party {
    match side {
        MarketSide::Buyer => Party::Principal,
        MarketSide::Seller => Party::Counterparty,
    }
}

impl MarketEpisode {
    /// Starts an episode.
    pub fn new(task: &MarketplaceTask<'_>, conditions: Conditions) -> Result<MarketEpisode, SetupError> {
        conditions.check()?;
        let buyer = Seat::new(prompt::buyer(task, &conditions), marketplace::tools(MarketSide::Buyer), None);
        let seller = Seat::new(prompt::seller(task), marketplace::tools(MarketSide::Seller), None);
        let mut episode = MarketEpisode {
            task: task.clone().into_static(),
            conditions,
            env: MarketEnv::default(),
            buyer,
            seller,
            phase: Phase::Over,
            round: 1,
            step: 1,
            trace: Vec::new(),
            invalid_actions: 0,
            error: None,
        };
        match task.product.listed_price {
            Some(price) => {
                episode.seller.ask(&prompt::ask_first_offer(task, price));
                episode.phase = Phase::Opening { price };
            }
            None => episode.begin_turn(MarketSide::Seller),
        }
        Ok(episode)
    }

    /// The environment as it stands.
    pub fn env(&self) -> &MarketEnv {
        &self.env
    }

    /// The round, from 1.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// Every action with its result.
    pub fn trace(&self) -> &[Trace] {
        &self.trace
    }

    /// Why the run failed, if it did.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// A side's messages so far.
    pub fn context(&self, side: MarketSide) -> &[Message] {
        match side {
            MarketSide::Buyer => self.buyer.context(),
            MarketSide::Seller => self.seller.context(),
        }
    }

    fn seat(&self, side: MarketSide) -> &Seat {
        match side {
            MarketSide::Buyer => &self.buyer,
            MarketSide::Seller => &self.seller,
        }
    }

    fn seat_mut(&mut self, side: MarketSide) -> &mut Seat {
        match side {
            MarketSide::Buyer => &mut self.buyer,
            MarketSide::Seller => &mut self.seller,
        }
    }

    /// Carries out an action, notes it in the trace, and gives what the agent is told and what
    /// follows.
    fn act(&mut self, side: MarketSide, action: &MarketAction) -> (String, Flow) {
        let (result, flow, valid) = match self.env.act(side, action) {
            Ok(done) => (done.text, done.flow, true),
            Err(refusal) => {
                self.invalid_actions += 1;
                (error_text(&refusal.to_string()), Flow::Continue, false)
            }
        };
        self.trace.push(Trace {
            round: self.round,
            actor: side,
            action_type: action.tool(),
            payload: action.payload(),
            result: result.clone(),
            valid,
        });
        (result, flow)
    }

    fn force_opening(&mut self, action: &MarketAction) {
        let (result, _) = self.act(MarketSide::Seller, action);
        self.seller.force(action.tool(), &action.payload(), result);
    }

    fn begin_turn(&mut self, side: MarketSide) {
        let unread = marketplace::unread_json(&self.env.take_unread(side));
        self.seat_mut(side).force("GetMessages", &json!({}), unread);
        self.phase = Phase::Turn(side);
        self.step = 1;
    }

    fn end_turn(&mut self, side: MarketSide) {
        self.seat_mut(side).forget_attempts();
        match side {
            MarketSide::Seller => self.begin_turn(MarketSide::Buyer),
            MarketSide::Buyer if self.round < self.conditions.max_rounds => {
                self.round += 1;
                self.env.set_round(self.round);
                self.begin_turn(MarketSide::Seller);
            }
            MarketSide::Buyer => self.finish(),
        }
    }

    fn end_step(&mut self, side: MarketSide) {
        if self.step < self.conditions.max_steps_per_turn { self.step += 1 } else { self.end_turn(side) }
    }

    fn finish(&mut self) {
        self.env.rounds_ran_out();
        self.phase = Phase::Over;
    }

    /// Notes that no usable answer came; that costs a step.
    fn no_answer(&mut self, side: MarketSide, why: &str) {
        self.seat_mut(side).forget_attempts();
        self.trace.push(Trace {
            round: self.round,
            actor: side,
            action_type: GENERATION_ERROR,
            payload: json!({}),
            result: error_text(why),
            valid: false,
        });
        self.end_step(side);
    }
}

impl Episode for MarketEpisode {
    fn due(&self) -> Due<'_> {
        match self.phase {
            Phase::Opening { .. } => {
                Due::Opening { party: Party::Counterparty, view: self.seller.opening_view(self.round) }
            }
            Phase::Turn(side) => Due::Step { party: party(side), view: self.seat(side).view(self.round, self.step) },
            Phase::Over => Due::Over,
        }
    }

    fn open(&mut self, text: &str) -> Result<(), NotDue> {
        let Phase::Opening { price } = self.phase else { return Err(NotDue) };
        self.seller.forget_attempts();
        self.force_opening(&MarketAction::MakeOffer { price, message: Some(text.to_owned()) });
        self.force_opening(&MarketAction::Wait);
        self.end_turn(MarketSide::Seller);
        Ok(())
    }

    fn answer(&mut self, answer: Answer) -> Result<(), NotDue> {
        let Phase::Turn(side) = self.phase else { return Err(NotDue) };
        let (id, action) = match self.seat_mut(side).attempt(answer) {
            Attempt::Again => return Ok(()),
            Attempt::Exhausted => {
                self.no_answer(side, "no usable tool call after several attempts");
                return Ok(());
            }
            Attempt::Call { id, tool, arguments } => (id, MarketAction::of(tool.name, &arguments)),
        };
        // Every tool of a seat is one of this environment's.
        let (result, flow) = match action {
            Some(action) => self.act(side, &action),
            None => (error_text("this tool is not available"), Flow::Continue),
        };
        self.seat_mut(side).result(id, result);
        match flow {
            Flow::Continue => self.end_step(side),
            Flow::EndTurn => self.end_turn(side),
            Flow::EndEpisode => self.finish(),
        }
        Ok(())
    }

    fn fail(&mut self, failure: &Failure) -> Result<(), NotDue> {
        let side = match self.phase {
            Phase::Over => return Err(NotDue),
            Phase::Opening { .. } => MarketSide::Seller,
            Phase::Turn(side) => side,
        };
        match (failure, self.phase) {
            (Failure::Fatal(text), _) => {
                self.seat_mut(side).forget_attempts();
                self.error = Some(failure_text(side.as_str(), self.round, party(side), text));
                self.phase = Phase::Over;
            }
            // The first offer stands even without words of its own.
            (Failure::Recoverable(_), Phase::Opening { .. }) => return self.open(""),
            (Failure::Recoverable(text), _) => self.no_answer(side, text),
        }
        Ok(())
    }

    fn domain(&self) -> Domain {
        Domain::Marketplace
    }

    fn execution_json(&self) -> String {
        #[derive(Serialize)]
        struct Execution<'e> {
            task: Option<Box<RawValue>>,
            rounds_completed: u32,
            error: Option<&'e str>,
            outcome: &'e MarketOutcome,
            messages: &'e [Said],
            offers: &'e [OpenOffer],
            action_trace: &'e [Trace],
            invalid_actions: u32,
            buyer_context: &'e [Message],
            seller_context: &'e [Message],
        }
        let execution = Execution {
            task: RawValue::from_string(self.task.to_json()).ok(),
            // The benchmark never counts them here.
            rounds_completed: 0,
            error: self.error(),
            outcome: self.env.outcome(),
            messages: self.env.messages(),
            offers: self.env.offers(),
            action_trace: &self.trace,
            invalid_actions: self.invalid_actions,
            buyer_context: self.buyer.context(),
            seller_context: self.seller.context(),
        };
        // All keys are texts and all numbers finite, so writing to memory cannot fail.
        serde_json::to_string(&execution).unwrap_or_default()
    }
}
