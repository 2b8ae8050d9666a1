import { answerOf } from "../../client/evidence.ts";
import type { ItemOutcome } from "../../client/read/orders.ts";
import type { CallOptions, Result } from "../../client/result.ts";
import type { Call } from "../../rules/operation/state.ts";
import { liveConnection } from "../../store/connections.ts";
import { type RequestRow, readClock, type WholeOperation } from "../../store/operations.ts";
import { accessOf } from "../access.ts";
import type { Deps } from "../deps.ts";
import type { Facts, ItemFacts } from "./facts.ts";
import { kindOf } from "./kinds/index.ts";
import { type Examined, type Found, unread, type Work } from "./kinds/kind.ts";

/** The most domains that one round looks at: it has to end before its lease does. */
const atOnce = 40;

/** Makes the call that a step asked for; what it brings is the next evidence. */
export async function perform(
	deps: Deps,
	{ operation, request }: { operation: WholeOperation; request: RequestRow },
	call: Call,
	signal: AbortSignal,
): Promise<Found> {
	const work = await openWork(deps, operation, request, {
		lane: call.do === "read" ? "background" : "interactive",
		signal,
		requestId: `${operation.reference.slice(1)}-${request.attempts}`,
	});
	if (!work) return withoutAccess(call);
	if (call.do === "prepare") return prepare(work);
	if (call.do === "send") return send(work, call.attempt);
	const items = request.items.filter((item) => call.domains.includes(item.domain));
	return kindOf(operation.kind).look(work, turnOf(items, request.reads));
}

/** A client that notes when the token or our address is refused; none while nobody's token is good. */
export async function openWork(
	deps: Deps,
	operation: WholeOperation,
	request: RequestRow,
	options: CallOptions,
): Promise<Work | undefined> {
	const connection = await liveConnection(deps.db, operation.accountId, operation.personId);
	const access = connection && accessOf(deps, connection);
	if (!access || "kind" in access) return undefined;
	return { operation, request, client: access.client, options, now: await readClock(deps.db) };
}

function withoutAccess(call: Call): Found {
	if (call.do !== "send") return { evidence: { is: "unread", hold: "access" } };
	return { evidence: { is: "answer", attempt: call.attempt, answer: { kind: "not_sent" } } };
}

async function prepare(work: Work): Promise<Found> {
	const examined = await kindOf(work.operation.kind).examine(work);
	if (examined.kind === "unread") return { evidence: unread(examined.result, work.now) };
	if (examined.kind === "impossible") {
		const { code, message } = examined;
		return { evidence: { is: "impossible", code, message } };
	}
	const shown = work.request.items.reduce((sum, item) => sum + (item.priceCents ?? 0), 0);
	if (examined.totalCents > shown) return { evidence: { is: "moved" }, facts: { quote: quoteOf(work, examined) } };
	const items = new Map([...examined.before].map(([id, before]) => [id, { before }]));
	const prepared = kindOf(work.operation.kind).prepare(work);
	return { evidence: { is: "prepared" }, facts: { prepared, balanceBeforeCents: examined.balanceCents, items } };
}

/** What a next quote would say. */
export function quoteOf(
	{ operation }: Work,
	{ totalCents, balanceCents, prices }: Extract<Examined, { kind: "possible" }>,
): NonNullable<Facts["quote"]> {
	return { sums: { ...operation.quote, totalCents, balanceCents }, prices };
}

async function send({ request, client, options, now }: Work, attempt: number): Promise<Found> {
	if (!request.prepared) throw new Error(`request ${request.id} was sent before it was made`);
	const result = await client.send(request.prepared, request.key, options);
	const evidence = { is: "answer", attempt, answer: answerOf(result, now) } as const;
	const done = result.kind === "ok" && result.value.some((outcome) => outcome.result === "succeeded");
	const account = done ? await client.account(options) : undefined;
	const balanceAfterCents = account?.kind === "ok" ? account.value.balanceCents : null;
	return { evidence, facts: { balanceAfterCents, items: factsOf(request, result) } };
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

function turnOf<Row>(items: readonly Row[], round: number): Row[] {
	const start = items.length > atOnce ? (round * atOnce) % items.length : 0;
	return [...items.slice(start), ...items.slice(0, start)].slice(0, atOnce);
}
