import { createHash, randomBytes } from "node:crypto";
import { limits } from "@domains/contract/limits.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { z } from "zod";
import { permissions, readName } from "../../rules/mandate.ts";
import { type Page, pageOf } from "../../rules/pages.ts";
import { findAccount, isConnected } from "../../store/accounts.ts";
import { findOperation, lockOperation, lockOperations } from "../../store/operations.ts";
import {
	endMandates,
	findMandate,
	insertMandate,
	type KnownMandate,
	latestProposals,
	type MandateRow,
	type MandateState,
	mandatesOf,
	mostOpen,
	openProposals,
	type ProposalRow,
	spentToday,
	stateOf,
	stopProposals,
	useMandate,
	whyNotAllowed,
} from "../../store/programs.ts";
import { invalidateScreens } from "../../store/screens.ts";
import { openAccess } from "../access.ts";
import { type Actor, type Deps, mayUseBot } from "../deps.ts";
import { redraw, takeSteps } from "../operation/apply-step.ts";
import { show } from "../operation/read.ts";
import type { Operation } from "../operation/types.ts";
import type { Trouble } from "../trouble.ts";

export type { KnownMandate } from "../../store/programs.ts";

/**
 * Why the bot refuses a call or a proposal of a program.
 * - `not_allowed`: the mandate does not allow this kind of call.
 * - `outside`: the mandate does not cover the domain.
 * - `too_many_open`: five proposals of the program wait for the person.
 * - `over_order`, `over_day`: the price is above what the mandate allows for one order, or has left today.
 * - `key_reused`: an earlier proposal with this key has another order.
 * - `in_progress`: another call with this key is running.
 * - `already_quoted`: a quote for the domain waits for the person already.
 * - `ended`: the mandate has expired, or the person stopped it or is banned.
 * - `unavailable`: the bot has no access to the account, or the registrar does not answer now.
 */
export const refusals = [
	"not_allowed",
	"outside",
	"too_many_open",
	"over_order",
	"over_day",
	"key_reused",
	"in_progress",
	"already_quoted",
	"ended",
	"frozen",
	"not_available",
	"not_yours",
	"not_sold",
	"invalid",
	"no_price",
	"too_long",
	"nothing_to_change",
	"busy",
	"not_found",
	"unavailable",
] as const;

export type Refusal = (typeof refusals)[number];
export type Refused = { kind: "refused"; code: Refusal };

const money = z.number().int().min(0).max(10_000_000);

/** What a person enters for a new mandate. Sums are in cents. */
export const newMandate = z.object({
	name: z.string().trim().min(1).max(40),
	allows: z.array(z.enum(permissions)).min(1),
	names: z.array(z.string().max(253)).max(20),
	tag: z.string().max(32).nullable(),
	dayCents: money,
	orderCents: money,
	days: z.number().int().min(1).max(366),
});
export type NewMandate = z.infer<typeof newMandate>;

/** A text that PostgreSQL can store, also as JSON. */
const text = () => z.string().refine((each) => each.isWellFormed() && !each.includes("\0"), "must be valid Unicode");

const domain = text().min(1).max(253);
const record = z.strictObject({
	type: text().min(1).max(10),
	hostname: text().min(1).max(255),
	value: text().min(1).max(4_096),
	ttl: z.number().int().min(60).max(2_147_483_647).optional(),
	priority: z.number().int().min(0).max(65_535).optional(),
});
const records = z.array(record).max(50).default([]);
const years = z.number().int().min(limits.years.min).max(limits.years.max).default(1);
const nameservers = z.array(text().min(1).max(253)).min(2).max(13);

export const proposedOrder = z.discriminatedUnion("action", [
	z.strictObject({ action: z.literal("register"), domain, years }),
	z.strictObject({ action: z.literal("renew"), domain, years }),
	z.strictObject({ action: z.literal("dns"), domain, add: records, remove: records }),
	z.strictObject({ action: z.literal("nameservers"), domain, nameservers }),
]);

/** The input of each tool of a program. */
export const programInputs = {
	findNames: z.strictObject({ names: z.array(domain).min(1).max(20) }),
	listDomains: z.strictObject({ search: text().max(253).optional(), offset: z.number().int().min(0).optional() }),
	getDomain: z.strictObject({ domain }),
	planDns: z.strictObject({ domain, add: records, remove: records }),
	proposeOrder: z.strictObject({
		key: text().min(1).max(64),
		order: proposedOrder,
		// A longer text is cut and not refused: its end is not worth a second call.
		reason: text().max(20_000),
	}),
	proposalStatus: z.strictObject({ key: text().min(1).max(64) }),
	explain: z.strictObject({}),
};

/**
 * The progress of a proposal. `waiting`: it waits for the person. `asked_again`: the person confirmed, then the price changed.
 * `replaced`: the person made another quote for the domain.
 */
export const outcomes = [
	"pending",
	"waiting",
	"asked_again",
	"in_progress",
	"done",
	"failed",
	"declined",
	"stopped",
	"replaced",
	"expired",
	"refused",
] as const;
export type Outcome = (typeof outcomes)[number];

/** The mandate of a program that has shown its token. */
export type ProgramMandate = KnownMandate;

/** A proposal as the person sees it. */
export interface Proposal {
	id: number;
	row: ProposalRow;
	outcome: Outcome;
	/** Its quote; null if the proposal was refused or its quote was deleted. */
	operation: Operation | null;
}

/** Why the person cannot pay for a proposal now. `over_cap`: the person's own daily limit. `over`: the mandate's sums. */
export type Blocker = "no_access" | "frozen" | "short" | "over_cap" | "ended" | "outside" | "over";

/** A proposal that waits for the person. `blocker`: null if they can pay for it now. */
export interface WaitingProposal extends Proposal {
	blocker: Blocker | null;
}

/** A mandate as the person sees it. */
export interface Mandate extends Omit<MandateRow, "tokenHash"> {
	state: MandateState;
	/** What the program may still propose today, in cents. */
	leftCents: number;
	open: number;
}

/** Returns what a person may see of a mandate, with what is left of it today. */
async function mandateWith(db: Db, row: KnownMandate): Promise<Mandate> {
	const { tokenHash: _, isBanned: __, now: ___, ...facts } = row;
	const leftCents = Math.max(0, row.dayCents - (await spentToday(db, row.id)));
	return { ...facts, state: stateOf(row), leftCents, open: (await openProposals(db, row.id)).length };
}

/** Returns a proposal with its quote and outcome, as its person sees them. `now`: the database's time. */
export async function proposalWith(db: Db | Tx, row: ProposalRow, now: Date): Promise<Proposal> {
	const found = row.operationId === null ? undefined : await findOperation(db, row.operationId);
	const operation = found ? await show(db, found, row.personId) : null;
	return { id: row.id, row, outcome: outcomeOf(row, operation, now), operation };
}

/** Without a confirmation, the proposal's own state decides. After it, the operation's. */
function outcomeOf(row: ProposalRow, operation: Operation | null, now: Date): Outcome {
	const isConfirmed = operation?.confirmedAt != null;
	if (!isConfirmed && row.state !== "open") return row.state;
	const isOver = row.expiresAt <= now;
	if (!operation) return isOver || row.operationId !== null ? "expired" : "pending";
	switch (operation.state) {
		case "quoted":
			// A quote that replaces a confirmed one says what changed since then.
			return isOver ? "expired" : operation.quote?.changed ? "asked_again" : "waiting";
		case "lapsed":
			return isConfirmed || isOver ? "expired" : "waiting";
		case "superseded":
			return "replaced";
		case "withdrawn":
			return "declined";
		case "succeeded":
			return "done";
		case "failed":
			return "failed";
		default:
			return "in_progress";
	}
}

const mostLive = 20;
const tokenBytes = 32;
export const programTokenPrefix = "dtp_";

/** The bot stores only this hash of a token. A token is too long to guess, so the hash needs no salt. */
function hashOf(token: string): string {
	return createHash("sha256").update(token).digest("hex");
}

/**
 * Gives a program a mandate for the active account. `secret` is its token, which the bot cannot show again. `names` may
 * contain TLDs, such as `.com`.
 */
export async function create(
	deps: Deps,
	{ personId, mandate }: Actor & { mandate: NewMandate },
): Promise<{ kind: "shown_once"; mandateId: number; secret: string } | { kind: "invalid" | "full" } | Trouble> {
	const parsed = newMandate.safeParse(mandate);
	const names = parsed.data?.names.map(readName) ?? [];
	if (!parsed.success || names.some((each) => each === undefined)) return { kind: "invalid" };
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const { id: accountId } = access.account;
	const others = await mandatesOf(deps.db, personId, accountId);
	if (others.filter((each) => stateOf(each) === "live").length >= mostLive) return { kind: "full" };
	const secret = `${programTokenPrefix}${randomBytes(tokenBytes).toString("base64url")}`;
	const values = { ...parsed.data, names: names.filter((each) => each !== undefined), personId, accountId };
	const token = { tokenHash: hashOf(secret), tokenLast4: secret.slice(-4) };
	const mandateId = await deps.db.transaction((tx) => insertMandate(tx, { ...values, ...token }));
	return { kind: "shown_once", mandateId, secret };
}

const form = /^dtp_[\w-]{43}$/;

/**
 * Finds the mandate of a program's token. `unknown`: the token was never issued. `ended`: the mandate has expired, the
 * person stopped the program or left the account, or the person is banned or not allowed to use the bot.
 */
export async function authenticate(
	deps: Deps,
	{ token }: { token: string },
): Promise<{ kind: "mandate"; mandate: KnownMandate } | { kind: "unknown" | "ended" }> {
	const mandate = form.test(token) ? await useMandate(deps.db, hashOf(token)) : undefined;
	if (!mandate) return { kind: "unknown" };
	const isAllowed = stateOf(mandate) === "live" && mayUseBot(deps, mandate.personId);
	const isLive = isAllowed && (await isConnected(deps.db, mandate.personId, mandate.accountId));
	return isLive ? { kind: "mandate", mandate } : { kind: "ended" };
}

/** Lists the programs of the active account to which the person gave a mandate, the newest first. */
export async function list(
	deps: Deps,
	{ personId }: Actor,
): Promise<{ kind: "programs"; programs: readonly Mandate[] } | Trouble> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const rows = await mandatesOf(deps.db, personId, access.account.id);
	return { kind: "programs", programs: await Promise.all(rows.map((row) => mandateWith(deps.db, row))) };
}

const mostLogged = 200;
const logPageSize = 10;

/** A line of a program's log. Equal refusals are one line, with their number and the newest of them. */
export interface LogEntry extends Proposal {
	times: number;
}

interface GroupedRow {
	row: ProposalRow;
	times: number;
}

/** Joins equal refusals, because a program can cause any number of them. `rows`: the newest first. */
function grouped(rows: readonly ProposalRow[]): GroupedRow[] {
	const keyOf = ({ id, order, refusal }: ProposalRow) =>
		refusal === null ? String(id) : JSON.stringify([refusal, order.action, order.domain]);
	return [...Map.groupBy(rows, keyOf).values()].flatMap(([row, ...older]) =>
		row ? [{ row, times: older.length + 1 }] : [],
	);
}

async function logOf(db: Db, rows: readonly GroupedRow[], now: Date): Promise<LogEntry[]> {
	return Promise.all(rows.map(async ({ row, times }) => ({ ...(await proposalWith(db, row, now)), times })));
}

/** Returns a program of the person and a page of its log, the newest first. Null if the person has no such program. */
export async function read(
	{ db }: Deps,
	{ personId, mandateId, page = 1 }: Actor & { mandateId: number; page?: number | undefined },
): Promise<{ mandate: Mandate; log: Page<LogEntry> } | null> {
	const row = await findMandate(db, personId, mandateId);
	if (!row) return null;
	const shown = pageOf(grouped(await latestProposals(db, mandateId, mostLogged)), page, logPageSize);
	return { mandate: await mandateWith(db, row), log: { ...shown, items: await logOf(db, shown.items, row.now) } };
}

/** Returns what the mandate allows, and what is left of it. `open`: the keys of the proposals that wait. */
export async function explain(
	{ db }: Deps,
	{ mandate }: { mandate: KnownMandate },
): Promise<{ kind: "explained"; mandate: Mandate; open: string[]; mostOpen: number }> {
	const open = (await openProposals(db, mandate.id)).map(({ key }) => key);
	return { kind: "explained", mandate: await mandateWith(db, mandate), open, mostOpen };
}

/** How long the message about a program's proposals also shows those that are paid or refused. */
const recentMs = 10 * 60_000;
const mostRecent = 5;

/** Decides with the state of now. The quote has that of its making. */
async function blockerOf(
	db: Db,
	mandate: KnownMandate,
	{ row: proposal, operation }: Proposal,
	balanceCents: number | null,
): Promise<Blocker | null> {
	if (operation?.state !== "quoted") return null;
	const { lacksAccess, frozen, overCap, quote, items } = operation;
	const cents = quote?.totalCents ?? 0;
	if (lacksAccess) return "no_access";
	if (frozen !== undefined) return "frozen";
	const domains = items.map(({ domain }) => domain);
	const why = await whyNotAllowed(db, { proposal, mandate }, { domains, cents, now: mandate.now });
	if (why) return why;
	if (overCap) return "over_cap";
	return cents > 0 && balanceCents !== null && balanceCents < cents ? "short" : null;
}

/**
 * Returns what a program asks of the person now, for its one message in their chat. `recent`: proposals of the last
 * minutes that do not wait for the person. `balanceCents`: the account's balance, null if unknown. Null if the person has
 * no such program.
 */
export async function waitingProposals(
	{ db }: Deps,
	{ personId, mandateId }: Actor & { mandateId: number },
): Promise<{
	mandate: Mandate;
	waiting: readonly WaitingProposal[];
	recent: readonly LogEntry[];
	balanceCents: number | null;
} | null> {
	const row = await findMandate(db, personId, mandateId);
	if (!row) return null;
	const open = await openProposals(db, mandateId);
	const latest = await latestProposals(db, mandateId, mostLogged);
	const others = latest.filter(
		({ id, createdAt }) => !open.some((each) => each.id === id) && row.now.getTime() - createdAt.getTime() < recentMs,
	);
	const whole = (rows: typeof open) => Promise.all(rows.map((each) => proposalWith(db, each, row.now)));
	const quoted = (await whole(open)).filter(({ operation }) => operation !== null);
	const balanceCents = (await findAccount(db, row.accountId))?.balanceCents ?? null;
	const waiting = await Promise.all(
		quoted.map(async (each) => ({ ...each, blocker: await blockerOf(db, row, each, balanceCents) })),
	);
	const mandate = await mandateWith(db, row);
	const recent = await logOf(db, grouped(others).slice(0, mostRecent), row.now);
	return { mandate, waiting, recent, balanceCents };
}

/** Stops a program at once: its token no longer works, and its open proposals cannot be paid. */
export async function stop(deps: Deps, { personId, mandateId: id }: Actor & { mandateId: number }): Promise<void> {
	await deps.db.transaction(async (tx) => {
		const operations = await endPrograms(tx, deps, { personId, id });
		await lockOperations(tx, operations);
		for (const each of operations) {
			const row = await lockOperation(tx, each);
			const waiting = row?.requests.filter(({ phase }) => phase === "quoted" || phase === "lapsed") ?? [];
			// The person may have confirmed it while this transaction waited for its lock. It then runs to its end.
			if (!row || row.confirmedAt !== null || waiting.length === 0) continue;
			await takeSteps(tx, deps, row, waiting, { is: "withdrawn" });
			await redraw(tx, deps, each);
		}
	});
}

/**
 * Ends a person's programs of an account, or only the program `id`. Returns the operations of their open proposals.
 * These can no longer be confirmed. Locks no operation, because callers may hold the lock of the person.
 */
export async function endPrograms(
	tx: Tx,
	deps: Deps,
	which: { personId: number; accountId?: number; id?: number },
): Promise<number[]> {
	const ended = await endMandates(tx, which);
	const operations = await stopProposals(tx, ended);
	for (const id of ended) await deps.enqueue(tx, "bot.screen", await invalidateScreens(tx, { kind: "proposals", id }));
	return operations;
}
