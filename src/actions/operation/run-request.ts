import { findingOf } from "@domains/dns/plan.ts";
import { type ItemOutcome, orderAnswerOf } from "../../client/read/domains.ts";
import type { CallOptions, Result } from "../../client/result.ts";
import type { Call, Evidence, Finding, Leased } from "../../rules/operation/state.ts";
import { isOver, unconfirmed } from "../../rules/operation/step.ts";
import { since, timeLimits } from "../../rules/operation/timing.ts";
import { lockAccount } from "../../store/accounts.ts";
import { accountAccess, keepDnsForm } from "../../store/connections.ts";
import { isOutage, throughOutage } from "../../store/database.ts";
import { recentChanges } from "../../store/operation-lists.ts";
import {
	findRequest,
	type ItemRow,
	type RequestRow,
	type RequestRows,
	updateOperation,
	updateRequest,
	type WholeOperation,
} from "../../store/operations.ts";
import { renewalsByDomain } from "../../store/renewals.ts";
import type { DnsPlan } from "../../store/schema/operations.ts";
import { accessOf } from "../access.ts";
import type { Deps } from "../deps.ts";
import { zoneOf } from "../dns/zone.ts";
import type { FailedResult } from "../trouble.ts";
import { applyStep, type LeasedCall, redraw, type Stepped, wake } from "./apply-step.ts";
import { blockIfChanged, compareWithQuote, quoteOf } from "./compare-with-quote.ts";
import { alertOperator, type Facts, type ItemFacts, isLong } from "./effects.ts";
import { dns } from "./kinds/changes.ts";
import { kinds } from "./kinds/index.ts";
import { evidenceOfFailedRead, isAboutAccess, isAboutDomain, type Wanted, type Work } from "./kinds/kind.ts";
import { defaultsOf } from "./kinds/orders.ts";

/**
 * Runs the job of a request (one HTTP call of an operation). Moves the request to its next state, and makes the calls
 * to the service that follow.
 */
export async function runRequest(deps: Deps, requestId: number, signal: AbortSignal): Promise<void> {
	try {
		const woken = await wake(deps, requestId);
		if (woken) await runCalls(deps, woken, signal);
	} catch (error) {
		if (!isOutage(error)) await reportStuck(deps, requestId);
		throw error;
	}
}

/** Alerts the operator once if a request fails after it was sent. It is tried again, perhaps for ever with this error. */
async function reportStuck(deps: Deps, requestId: number): Promise<void> {
	const rows = await findRequest(deps.db, requestId);
	if (!rows || rows.request.attempts === 0 || isOver(rows.request.state)) return;
	await deps.db.transaction((tx) => alertOperator(tx, deps, rows.operation.id, `stuck ${requestId}`));
}

/**
 * Makes a call and all calls that follow from it. Commits the result of each call before it makes the next one. `first`
 * has the rows as they are after the commit that chose the call.
 */
export async function runCalls(deps: Deps, first: Stepped, signal: AbortSignal): Promise<void> {
	const requestId = first.rows.request.id;
	// Without a call, the service cannot have refused access, so `wakeIfConnected` at the end is not needed.
	let refused = false;
	for (let stepped: Stepped | null = first; stepped?.call; ) {
		const { evidence, facts, paid } = await makeCall(deps, stepped.rows, stepped.call, signal);
		stepped = await applyStep(deps, requestId, evidence, facts);
		refused = isWithoutAccess(evidence);
		if (paid && stepped) {
			await readBalanceAfter(deps, stepped.rows, signal);
			// Reading the balance takes a while, so another process may have changed the rows.
			const rows: RequestRows | undefined = stepped.call ? await findRequest(deps.db, requestId) : stepped.rows;
			stepped = rows ? { ...stepped, rows } : null;
		}
	}
	if (refused) await wakeIfConnected(deps, requestId);
}

function isWithoutAccess(evidence: Evidence): boolean {
	if (evidence.is === "unread") return evidence.hold === "access";
	if (evidence.is !== "answer") return false;
	const { answer } = evidence;
	if (answer.kind === "not_sent") return answer.access === true;
	return answer.kind === "refused" && (answer.status === 401 || answer.status === 403);
}

/**
 * Queues the job of a request that waits for access, if the account has a working connection by now. A person may have
 * connected the account just before the bot stored that this request waits. In that case, connecting the account did
 * not queue the job. A request that may have run needs any working connection of the account. Any other request also
 * needs its owner to have access.
 */
async function wakeIfConnected(deps: Deps, requestId: number): Promise<void> {
	const rows = await findRequest(deps.db, requestId);
	if (rows?.request.hold !== "access") return;
	const { personId, accountId } = rows.operation;
	await deps.db.transaction(async (tx) => {
		// If a person connects the account at the same time, their transaction holds this lock until it commits. So the new
		// connection is visible from here on.
		await lockAccount(tx, accountId);
		const { live, hasAccess } = await accountAccess(tx, accountId, personId);
		if (!live || !(rows.request.mayHaveRun || hasAccess)) return;
		await updateRequest(tx, requestId, { wakeReason: "connected" });
		await deps.enqueue(tx, "bot.operation", [requestId]);
	});
}

/**
 * Reads the account's balance after an order that cost money. The message with the outcome shows this balance. The
 * outcome is already committed, so a slow read delays nothing. Stores the balance only if the whole order is settled,
 * because later charges would change it.
 */
export async function readBalanceAfter(deps: Deps, rows: RequestRows, signal: AbortSignal): Promise<void> {
	const { operation } = rows;
	const work = await openWork(deps, rows, { priority: "interactive", signal });
	const account = await work?.client.account(work.options);
	const balanceAfterCents = account?.kind === "ok" ? account.value.balanceCents : null;
	if (balanceAfterCents === null || operation.settledAt === null) return;
	await deps.db.transaction(async (tx) => {
		await updateOperation(tx, operation.id, { balanceAfterCents });
		await redraw(tx, deps, operation.id);
	});
}

/** The result of a call: the evidence for the request's state machine, and the facts to store with it. */
interface Found {
	evidence: Evidence;
	facts?: Facts;
	/** True if the account was charged. The caller then reads the new balance after the commit. */
	paid?: boolean;
}

/**
 * How long reads are repeated while the database is lost, in milliseconds. A call that follows still ends within the
 * lease.
 */
const repeatMs = timeLimits.lease - timeLimits.call;

/**
 * Makes the call to the service that the request's last change of state asked for. While the database is lost, repeats
 * what only reads. Never repeats the sending itself.
 */
async function makeCall(deps: Deps, rows: RequestRows, call: LeasedCall, signal: AbortSignal): Promise<Found> {
	if (call.do === "send") return callOnce(deps, rows, call, signal);
	return throughOutage(() => callOnce(deps, rows, call, signal), repeatMs);
}

async function callOnce(deps: Deps, rows: RequestRows, call: LeasedCall, signal: AbortSignal): Promise<Found> {
	const { operation, request } = rows;
	const requestId = `${operation.reference.slice(1)}-${request.attempts}`;
	// Lookups, and the reads for an operation with many requests, have background priority. With interactive priority,
	// they would delay what the person does meanwhile. Sending a prepared call has interactive priority, because after a
	// delay it would have to be prepared again.
	const isBackground = call.do === "read" || (call.do !== "send" && isLong(operation));
	const priority = isBackground ? "background" : "interactive";
	const open = call.do === "read" ? openLook : openWork;
	const opening = () => open(deps, rows, { priority, signal, requestId });
	// `makeCall` does not repeat a send, so only the reads before it are repeated.
	const work = await (call.do === "send" ? throughOutage(opening, repeatMs) : opening());
	if (!work) return withoutAccess(call);
	if (call.do === "send") return send(deps, work, call.attempt);
	if (call.do !== "read") return prepare(deps, work, call);
	const items = request.items.filter((item) => call.domains.includes(item.domain));
	return look(deps, work, items, call);
}

function withoutAccess(call: Call): Found {
	if (call.do !== "send") return { evidence: { is: "unread", hold: "access" } };
	return { evidence: { is: "answer", attempt: call.attempt, answer: { kind: "not_sent", access: true } } };
}

function openItems({ items }: RequestRow): ItemRow[] {
	return items.filter((item) => item.phase === "open");
}

/**
 * Reads the current state and builds the exact call to send. If `call` asks for a new quote, or if the terms have
 * changed, returns the new quote instead.
 */
async function prepare(deps: Deps, work: Work, call: Extract<LeasedCall, { do: "prepare" | "quote" }>): Promise<Found> {
	const { lease } = call;
	const { operation, request, client, options, now } = work;
	const kind = kinds[operation.kind];
	const items = openItems(request);
	const examined = await kind.examine(work, await withOwnWork(deps, operation, items));
	// `behind`: the answer does not contain the bot's last change of the domain yet. The bot repeats the read until an
	// answer contains the change, or until the change is five minutes old.
	if (examined.kind === "behind") return { evidence: { is: "unread", hold: "none" } };
	if (examined.kind === "bad") return { evidence: evidenceOfFailedRead(examined.result, now) };
	const verdict = compareWithQuote(operation.kind, items, examined, now);
	if (verdict.kind === "impossible") return { evidence: { is: "impossible", items: verdict.items, lease } };
	if (verdict.kind === "unpriced") return { evidence: { is: "unread", hold: "none" } };
	if (verdict.kind === "moved" || call.do === "quote") {
		const { account } = work.connection;
		const defaults =
			account && examined.defaults ? { defaults: await defaultsOf(deps, account, examined.defaults, items) } : {};
		const quote = { ...quoteOf(operation.kind, items, examined), ...defaults };
		return { evidence: { is: "moved", lease }, facts: { quote } };
	}
	const { balanceCents: balanceBeforeCents, facts } = verdict;
	const seen: ItemRow[] = [];
	for (const item of items) {
		const domain = await client.spell(item.domain, options);
		seen.push({ ...item, ...facts.get(item.id), domain });
	}
	const prepared = kind.prepare(seen, operation.reference);
	const { tokenPrint } = work.connection;
	return { evidence: { is: "prepared", lease }, facts: { prepared, tokenPrint, balanceBeforeCents, items: facts } };
}

/**
 * Adds what this bot has already done to the ordered domains. The items' locks are held, so nothing else of this bot
 * changes them meanwhile.
 */
async function withOwnWork(
	deps: Pick<Deps, "db">,
	operation: WholeOperation,
	items: readonly ItemRow[],
): Promise<readonly Wanted[]> {
	const { lock } = kinds[operation.kind];
	if (lock === "zone") return withWritten(deps, operation, items);
	if (lock === "register") return items;
	const domains = items.map(({ domain }) => domain);
	const of = { accountId: operation.accountId, domains, withinMs: timeLimits.settling };
	const renewals = await renewalsByDomain(deps.db, of);
	return items.map((item) => ({ ...item, renewals: renewals.get(item.domain) }));
}

async function withWritten({ db }: Pick<Deps, "db">, { accountId }: WholeOperation, items: readonly ItemRow[]) {
	const wanted: Wanted[] = [];
	for (const item of items) {
		const { domain } = item;
		wanted.push({ ...item, written: await recentChanges(db, { accountId, domain, withinMs: timeLimits.settling }) });
	}
	return wanted;
}

async function send(deps: Deps, work: Work, attempt: number): Promise<Found> {
	const { operation, request, client, connection, options, now } = work;
	if (!request.prepared) throw new Error(`request ${request.id} was sent before it was made`);
	// A service may bind the idempotency key to the token of the first attempt. So do not send the call with another
	// token.
	if (request.tokenPrint !== connection.tokenPrint) {
		return { evidence: { is: "answer", attempt, answer: { kind: "not_sent", access: request.mayHaveRun } } };
	}
	const left = leftToSend(work, attempt);
	if (left <= 0) return { evidence: { is: "answer", attempt, answer: { kind: "not_sent" } } };
	const sendBefore = new Date(Date.now() + left);
	const held = await throughOutage(() => blockResend(deps, work), left);
	if (held) return { evidence: { is: "answer", attempt, answer: held } };
	const sent = await client.send(request.prepared, request.key, { ...options, sendBefore }).catch((error: unknown) => {
		if (isOutage(error)) return null;
		throw error;
	});
	// The database was lost, for example while the rate limiter granted a permit. The service may have got the call.
	if (sent === null) return { evidence: { is: "answer", attempt, answer: { kind: "unknown" } } };
	const respelled = await inOtherForm(deps, work, sent);
	if (respelled) {
		return {
			evidence: { is: "answer", attempt, answer: { kind: "not_sent", until: now } },
			facts: { items: respelled },
		};
	}
	const result = await checkStored(work, sent);
	const evidence = { is: "answer", attempt, answer: orderAnswerOf(withBothRefusals(result, work), now) } as const;
	const paid = result.kind === "ok" && operation.quote.totalCents > 0;
	return { evidence, facts: { items: factsOf(request, result) }, paid };
}

/** Decides whether an order whose earlier attempt may have run can be sent again (see `blockIfChanged`). */
async function blockResend(deps: Deps, work: Work): ReturnType<typeof blockIfChanged> {
	const { operation, request } = work;
	if (!request.mayHaveRun || operation.quote.totalCents === 0) return undefined;
	const items = openItems(request);
	return blockIfChanged(work, await withOwnWork(deps, operation, items), items);
}

/**
 * Returns how many milliseconds the worker may still wait before it sends the attempt. The answer must arrive within
 * the lease, in which no other worker takes the request. Returns zero or less if it is too late, or if another attempt
 * has begun. The worker then sends nothing, because another worker may have taken over.
 */
function leftToSend({ request, now }: Work, attempt: number): number {
	const current = request.phase === "sent" && request.attempts === attempt;
	const left = timeLimits.lease - timeLimits.call;
	return current ? Math.min(left, left - since(request.lastSentAt, now)) : 0;
}

function factsOf({ items }: RequestRow, result: Result<ItemOutcome[]>): Map<number, ItemFacts> {
	const outcomes = result.kind === "ok" ? result.value : [];
	const byDomain = new Map(outcomes.map((outcome) => [outcome.domain, outcome]));
	return new Map(
		items.flatMap(({ id, domain }) => {
			const outcome = byDomain.get(domain);
			if (outcome?.result !== "succeeded" && outcome?.result !== "accepted") return [];
			return [[id, { expiresAt: outcome.expiresAt, chargedCents: outcome.chargedCents }]];
		}),
	);
}

/** After this many consecutive failed reads, the service counts as down, and `look` stops. */
const mostFailures = 2;

/**
 * Looks up the items one by one. Stops early if the service fails. Also stops before the lease ends, because another
 * worker may then take the request. If one name cannot be read while the service answers for others, its finding is
 * `unreadable`. If no item has a finding, returns the first failed read as the evidence.
 */
async function look(deps: Deps, work: Work, items: readonly ItemRow[], { lease }: Leased): Promise<Found> {
	const { operation, request, now } = work;
	const findings: Finding[] = [];
	const failures: { domain: string; result: FailedResult }[] = [];
	const facts = new Map<number, ItemFacts>();
	const began = Date.now();
	let failuresInRow = 0;
	for (const item of items) {
		// Start no read that could still be running when the lease ends.
		if (item !== items[0] && Date.now() - began > timeLimits.lease - timeLimits.call) break;
		const isUnconfirmed = item.code === unconfirmed;
		const [known] = isUnconfirmed ? await withWritten(deps, operation, [item]) : [];
		const sent = { reference: operation.reference, firstSentAt: request.firstSentAt, written: known?.written ?? [] };
		const looked = await kinds[operation.kind].look(work, item, sent);
		if (looked.kind === "bad") {
			failures.push({ domain: item.domain, result: looked.result });
			failuresInRow = isAboutDomain(looked.result) ? 0 : failuresInRow + 1;
			if (isAboutAccess(looked.result) || failuresInRow >= mostFailures) break;
			continue;
		}
		failuresInRow = 0;
		findings.push({ domain: item.domain, found: looked.found });
		if (showsExpiry.has(looked.found) && looked.expiresAt) facts.set(item.id, { expiresAt: looked.expiresAt });
		if (isUnconfirmed && looked.records)
			facts.set(item.id, { stored: looked.found === "done" ? null : looked.records });
	}
	const answers = findings.length > 0 || request.items.some(({ lookedAt }) => isRecent(lookedAt, now));
	const unreadable = failures.filter(({ result }) => isAboutDomain(result) || (answers && !isAboutAccess(result)));
	findings.push(...unreadable.map(({ domain }) => ({ domain, found: "unreadable" as const })));
	const [failure] = failures;
	if (failure && findings.length === 0) return { evidence: evidenceOfFailedRead(failure.result, now) };
	const paid = operation.quote.totalCents > 0 && findings.some(({ found }) => found === "done");
	return { evidence: { is: "read", findings, lease }, facts: { items: facts }, paid };
}

/**
 * True if the service has recently answered a read of an item. `lookedAt`: the time of the last answer; null if there
 * was none. After a recent answer, a failed read of another name does not mean that the service is down.
 */
function isRecent(lookedAt: Date | null, now: Date): boolean {
	return lookedAt !== null && since(lookedAt, now) < timeLimits.lease;
}

/** For these findings, the item of the order gets the expiry date that the service reports for the domain. */
const showsExpiry: ReadonlySet<Finding["found"]> = new Set(["done", "elsewhere", "unattributed"]);

/**
 * Checks whether the service stored the records that were sent, after the service confirmed the change. If the
 * service's answer contains other records or none, reads the zone once, with a short time limit:
 * - If the read shows the sent records, the change is confirmed.
 * - If the read shows other records, the result is `accepted` with the code `unconfirmed`. Later reads then decide,
 *   because this read may still show the old state.
 * - If the read fails, or the database is lost meanwhile, an answer without records counts as confirmed. An answer with
 *   other records counts as `unconfirmed`.
 */
async function checkStored(
	{ operation, request, client, options }: Work,
	result: Result<ItemOutcome[]>,
): Promise<Result<ItemOutcome[]>> {
	const [item] = request.items;
	if (result.kind !== "ok" || operation.kind !== "dns" || item?.change?.kind !== "dns") return result;
	const [outcome] = result.value;
	if (outcome?.result !== "succeeded") return result;
	const { records } = outcome;
	if (records && findingOf(item.change, records, zoneOf(item.domain)) === "done") return result;
	const end = AbortSignal.timeout(timeLimits.confirmingRead);
	const signal = options.signal ? AbortSignal.any([options.signal, end]) : end;
	const sendBefore = new Date(Date.now() + timeLimits.confirmingRead);
	const priority = isLong(operation) ? "background" : "interactive";
	const reader = { client, options: { ...options, priority, signal, sendBefore } as const };
	const sent = { reference: operation.reference, firstSentAt: request.firstSentAt };
	const looked = await dns.look(reader, item, sent).catch(nullIfOutage);
	const isSo = looked === null || looked.kind === "bad" ? records === undefined : looked.found === "done";
	return isSo ? result : { ...result, value: [{ ...outcome, result: "accepted", code: unconfirmed }] };
}

/**
 * Services use one of two sets of field names ("forms") for DNS records. An empty zone does not show which form its
 * service uses, so the first write tries one form. This function handles the answer to that write:
 * - After a success, stores the form for the service, and returns undefined. If the database is lost, the form is not
 *   stored, and the next write to an empty zone tries again. The received answer must not be lost.
 * - After a 422, returns the plan in the other form. The caller sends it as a second call with a new idempotency key.
 * - After any other answer, or if an earlier attempt may have run, returns undefined.
 */
async function inOtherForm(
	{ db }: Pick<Deps, "db">,
	{ operation, request, connection }: Work,
	result: Result<unknown>,
): Promise<Facts["items"] | undefined> {
	const [item] = request.items;
	const { serviceUrl } = connection;
	if (operation.kind !== "dns" || item?.change?.kind !== "dns" || item.change.base.length > 0) return undefined;
	const plan: DnsPlan = item.change;
	if (result.kind === "ok") await keepDnsForm(db, serviceUrl, plan.form).catch(nullIfOutage);
	const isRefused = result.kind === "refused" && result.status === 422;
	if (!isRefused || request.mayHaveRun || plan.refused !== undefined) return undefined;
	const form = plan.form === "formal" ? "sample" : "formal";
	return new Map([[item.id, { respelled: { ...plan, form, refused: result.message } }]]);
}

function nullIfOutage(error: unknown): null {
	if (isOutage(error)) return null;
	throw error;
}

/**
 * If the service refused the plan in both forms (sets of field names), joins both messages. Either message may name a
 * problem of the record itself.
 */
function withBothRefusals<Value>(result: Result<Value>, { request }: Work): Result<Value> {
	const change = request.items[0]?.change;
	const before = change?.kind === "dns" ? change.refused : undefined;
	if (result.kind !== "refused" || !before || before === result.message) return result;
	return { ...result, message: `${before} · ${result.message}` };
}

/**
 * Opens a client for a request (one HTTP call of an operation). Uses the token of the operation's owner. If that token
 * does not work, uses another working token of the account. Returns undefined if the owner has lost access to the
 * account, or if no token works.
 */
async function openWork(deps: Deps, rows: RequestRows, options: CallOptions): Promise<Work | undefined> {
	return open(deps, rows, options, { needsAccess: true });
}

/**
 * Opens a client for lookups, even if the operation's owner has lost access. The outcome concerns everyone in the
 * account, and other operations wait until this operation's locks are released. Prefers the owner's token. Returns
 * undefined if no token of the account works.
 */
async function openLook(deps: Deps, rows: RequestRows, options: CallOptions): Promise<Work | undefined> {
	return open(deps, rows, options, { needsAccess: false });
}

async function open(
	deps: Deps,
	{ operation, request }: RequestRows,
	options: CallOptions,
	{ needsAccess }: { needsAccess: boolean },
): Promise<Work | undefined> {
	const { live, hasAccess, now } = await accountAccess(deps.db, operation.accountId, operation.personId);
	if (needsAccess && !hasAccess) return undefined;
	const access = live && accessOf(deps, live);
	if (!access || "kind" in access || !now) return undefined;
	return { operation, request, connection: live, client: access.client, options, now };
}
