import { randomUUID } from "node:crypto";
import { type NameProblem, parseDomain } from "@domains/contract/names.ts";
import type { RecordProblem, SetProblem } from "@domains/contract/records/types.ts";
import { nameserverStates } from "@domains/dns/ask/look.ts";
import { isBehind, type ReadState } from "@domains/dns/behind.ts";
import { checkOfServers, type Move, type ServersCheck, serverQuestions } from "@domains/dns/servers-check.ts";
import type { Tx } from "@domains/kit/postgres/connect.ts";
import type { DnsFacts } from "../../client/read/dns.ts";
import type { DomainFacts } from "../../client/read/domains.ts";
import type { Kind } from "../../rules/operation/state.ts";
import { isQuotable } from "../../rules/operation/step.ts";
import { timeLimits } from "../../rules/operation/timing.ts";
import { quoteExpiry, type skipReasons } from "../../rules/quote.ts";
import { newReference } from "../../rules/reference.ts";
import type { Account } from "../../store/accounts.ts";
import { frozenDomains } from "../../store/freezes.ts";
import { quotedOperations, recentChangesByDomain } from "../../store/operation-lists.ts";
import {
	changeRequest,
	insertOperation,
	lockHolders,
	lockOperation,
	lockOperations,
	type NewItem,
	saveOperation,
	type WholeOperation,
} from "../../store/operations.ts";
import type { FrozenQuote, PlannedChange } from "../../store/schema/operations.ts";
import { type Access, troubleWith } from "../access.ts";
import { type Deps, managedAccount, waiting } from "../deps.ts";
import type { Block, ZoneRecord } from "../dns/types.ts";
import { zoneOf } from "../dns/zone.ts";
import { blockIn, storeRecord } from "../domain/domains.ts";
import { redraw, takeSteps } from "../operation/apply-step.ts";
import { isAboutDomain, readRecords } from "../operation/kinds/kind.ts";
import { show } from "../operation/read.ts";
import { type EdgeProblem, type LockConflict, type Operation, otherOf } from "../operation/types.ts";
import { isUnknown, type Trouble } from "../trouble.ts";

/** What a person orders for one domain: a line of a renewal. */
export interface RenewLine {
	domain: string;
	years: number;
	/** The person's label for the domain. If absent, a renewed domain keeps its label. */
	clientRef?: string;
	externalRef?: string;
}

/** What a person orders for one domain: a line of a registration. */
export interface RegisterLine extends RenewLine {
	edgeProfileKey?: string;
}

/** New settings for the items of an order. An absent field leaves a setting unchanged, null removes it. */
export interface OrderSettings {
	years?: number;
	clientRef?: string | null;
	externalRef?: string | null;
	edgeProfileKey?: string | null;
}

/**
 * A change of a quoted order:
 * - `settings`: new settings for the domain in `only`, or for all domains if `only` is missing.
 * - `keep`: the domains that stay in the order. If it is missing, all stay.
 */
export interface OrderEdit {
	settings?: OrderSettings;
	only?: string | undefined;
	keep?: readonly string[];
}

/** Why a line is refused before the service is asked. */
export type BadLine =
	| { kind: "bad_years"; min: number; max: number }
	| { kind: "bad_reference"; field: "clientRef" | "externalRef" };

/** An operation that gets a new quote. The new quote is for `accountId`, even if another account is active now. */
export interface Again {
	operationId: number;
	accountId: number;
}

type ReasonWithFacts =
	/** `part`: the part of the name that causes the problem, such as a label (between two dots) or a character. */
	| { reason: "invalid"; problem?: NameProblem; part?: string }
	/** The service refuses the name. `code` and `message` are its own. */
	| { reason: "not_sold" | "refused"; code?: string; message?: string }
	/** The renewal would exceed the longest term that can be paid in advance. `most`: the longest one, in years. */
	| { reason: "too_long"; most: number; years: number }
	/** The new records break a rule of DNS. `type`: the service does not store records of these types. */
	| { reason: "conflict" | "type"; refusals: readonly { record: ZoneRecord; problem: RecordProblem | SetProblem }[] }
	| { reason: "busy"; other: LockConflict["other"] }
	| { reason: "blocked"; block: Block }
	| { reason: "unread"; trouble: Trouble }
	| { reason: "profile"; profileKey: string; edge: EdgeProblem };

export type SkipReason = ReasonWithFacts | { reason: Exclude<(typeof skipReasons)[number], ReasonWithFacts["reason"]> };

/** A name that an order or a plan leaves out, in ASCII; an invalid name as the person entered it. */
export type Skipped = { domain: string } & SkipReason;

/** The result of planning a change of DNS, nameservers or edge profile. The plan of one domain is a list of one. */
export type PlanResult =
	/** `operation.quote` is set. If its `shortByCents` is above 0, the balance is too low to confirm the quote. */
	| { kind: "quoted"; operation: Operation; skipped: readonly Skipped[] }
	/** Every name was skipped. */
	| { kind: "nothing"; skipped: readonly Skipped[] }
	| { kind: "too_many"; most: number }
	| Trouble;

/** The quote of orders. The quote of one name is a list of one. */
export type QuoteResult = PlanResult | BadLine;

const chunk = 100;

interface Offered {
	personId: number;
	account: Account;
	kind: Kind;
	quote: FrozenQuote;
	items: NewItem[];
	/** The id of the operation that gets the new quote; absent if a new operation gets it. */
	again?: number | undefined;
}

/**
 * Saves a quote. Older quotes of the same person and kind for these domains become `superseded`. `again`: an operation
 * that gets the new quote if it is for exactly these domains and was never confirmed. In any other case, a new
 * operation gets the quote.
 */
export async function saveQuote(deps: Deps, offered: Offered): Promise<Operation> {
	const { personId, account, again, kind, items } = offered;
	const domains = items.map((item) => item.domain);
	const row = await deps.db.transaction(async (tx) => {
		const changed = (await deps.onQuote?.before(tx)) ?? [];
		const { ids: older, now } = await quotedOperations(tx, { personId, accountId: account.id, kind, domains });
		await lockOperations(tx, [...(again === undefined ? [] : [again]), ...changed, ...older]);
		const same = await quoteAgain(tx, deps, offered);
		await supersede(
			tx,
			deps,
			older.filter((id) => id !== same?.id),
		);
		const saved = same ?? (await insert(tx, deps, offered, now));
		await deps.onQuote?.run(tx, { operationId: saved.id, totalCents: offered.quote.totalCents });
		return saved;
	});
	return show(deps.db, row, personId);
}

async function quoteAgain(
	tx: Tx,
	deps: Deps,
	{ again, personId, account, kind, quote, items }: Offered,
): Promise<WholeOperation | undefined> {
	const row = again === undefined ? undefined : await lockOperation(tx, again);
	if (row?.personId !== personId || row.accountId !== account.id || row.kind !== kind) return undefined;
	const offers = new Map(items.map((item) => [item.domain, item]));
	const rows = row.requests.flatMap((request) => request.items);
	const same = rows.length === offers.size && rows.every((item) => offers.has(item.domain));
	if (!same || !row.requests.every((request) => isQuotable(request.state))) return undefined;
	const quoted = await takeSteps(tx, deps, row, row.requests, { is: "quoted" });
	const requests = quoted.requests.map((request) =>
		changeRequest(request, {}, ({ domain }) => {
			const { priceCents, renewCents, before } = offers.get(domain) ?? {};
			return { priceCents, renewCents, before };
		}),
	);
	const quoteExpiresAt = quoteExpiry(row.readAt);
	const offered = { ...quoted, requests, quoteNumber: row.quoteNumber + 1, quote, quoteExpiresAt };
	await saveOperation(tx, quoted, offered);
	return offered;
}

async function supersede(tx: Tx, deps: Deps, ids: readonly number[]): Promise<void> {
	for (const id of ids) {
		const operation = await lockOperation(tx, id);
		if (!operation) continue;
		await takeSteps(tx, deps, operation, operation.requests, { is: "superseded" });
		await redraw(tx, deps, id);
	}
}

async function insert(
	tx: Tx,
	deps: Deps,
	{ personId, account, kind, quote, items }: Offered,
	now: Date,
): Promise<WholeOperation> {
	const quoteExpiresAt = quoteExpiry(now);
	const values = { accountId: account.id, personId, kind, quote, quoteExpiresAt };
	const pick = (below: number) => Math.floor(deps.random() * below);
	for (const length of [4, 4, 4, 5, 5, 6, 6, 6]) {
		const reference = newReference(pick, length);
		const row = await insertOperation(tx, { ...values, reference, requests: inChunks(items) });
		if (row) return row;
	}
	throw new Error("every reference that was drawn is taken");
}

/** Splits the items into requests. Each request is one call with its own idempotency key. */
function inChunks(items: NewItem[]): { key: string; items: NewItem[] }[] {
	// The API changes one domain per call, so each change of a zone is a separate request.
	if (items[0]?.lock === "zone") return items.map((item) => ({ key: randomUUID(), items: [item] }));
	const count = Math.ceil(items.length / chunk);
	return Array.from({ length: count }, (_, index) => ({
		key: randomUUID(),
		items: items.slice(index * chunk, (index + 1) * chunk),
	}));
}

/** The planned change of one domain, or the reason why the plan leaves it out. */
type Planned = { change: PlannedChange } | SkipReason;

/** One of the domains to change, with the state that the service shows now. */
interface ListedDomain {
	domain: string;
	facts: DomainFacts;
	/** True if `shown`, a read of the domain, lacks a change that the bot made in the last minutes. */
	isBehind(shown: ReadState): boolean;
	/**
	 * Reads the DNS of this domain. Fails if the time for such reads is over. After a failure that is not about the
	 * domain, further reads fail at once.
	 */
	readDns(): Promise<DnsFacts | SkipReason>;
}

/**
 * The time limit, in milliseconds, for reading domains one by one while a person waits. The rate limit allows about
 * seven reads a second, so there are at most about 50 reads.
 */
const readFor = 8_000;

/**
 * Plans a change of DNS, nameservers or edge profile for one or more domains. The result is one operation with a request
 * for each domain. Skips a domain, with the reason, in these cases:
 * - It is not in the account, or another operation locks it.
 * - The registrar has blocked it.
 * - A person has frozen it (stopped its new orders), and there are other domains.
 * - `plan` returns a reason.
 */
export async function planChanges<Wanted extends { domain: string }>(
	deps: Deps,
	{ personId, access, kind }: { personId: number; access: Access; kind: Exclude<Kind, "register" | "renew"> },
	wanted: readonly Wanted[],
	plan: (listed: ListedDomain, each: Wanted) => Promise<Planned>,
): Promise<PlanResult> {
	const { account, client } = access;
	const byDomain = new Map(
		wanted.map((each) => {
			const parsed = parseDomain(each.domain);
			return [parsed.ok ? parsed.ascii : each.domain, { each, isName: parsed.ok }];
		}),
	);
	const domains = [...byDomain].flatMap(([domain, { isName }]) => (isName ? domain : []));
	const holders = await lockHolders(deps.db, account.id, "zone", domains);
	const held = new Map(holders.map(({ domain, operation }) => [domain, operation]));
	const locked = await lockedDomains(deps, account.id, domains);
	const free = domains.filter((domain) => !held.has(domain) && !locked.has(domain));
	const records = await readRecords({ client, options: waiting(deps) }, free);
	if (records.kind === "bad") return troubleWith(deps, access, records.result);
	const recent = await recentChangesByDomain(deps.db, {
		accountId: account.id,
		domains: free,
		withinMs: timeLimits.settling,
	});
	const { byName } = records;
	const read = readerOf(deps, access);
	const skipped: Skipped[] = [];
	const items: { domain: string; lock: "zone"; change: PlannedChange }[] = [];
	for (const [domain, { each }] of byDomain) {
		const planned = await planOne();
		if ("reason" in planned) skipped.push({ domain, ...planned });
		else items.push({ domain, lock: "zone", change: planned.change });

		async function planOne(): Promise<Planned> {
			const holder = held.get(domain);
			if (holder) return { reason: "busy", other: otherOf(holder, personId, "zone") };
			if (locked.has(domain)) return { reason: "locked" };
			const facts = byName.get(domain);
			if (!facts) return { reason: "not_yours" };
			const block = facts.status === "blocked" && blockIn(await storeRecord(deps, access, facts));
			if (block) return { reason: "blocked", block };
			const written = recent.get(domain) ?? [];
			const isBehindOurs = (shown: ReadState) => isBehind(written, shown, zoneOf(domain));
			return plan({ domain, facts, isBehind: isBehindOurs, readDns: () => read(domain) }, each);
		}
	}
	if (items.length === 0) return { kind: "nothing", skipped };
	const servers = await checkPlan(deps, account, items);
	const quote = { totalCents: 0, balanceCents: null, expected: false, ...(servers && { servers }) };
	return { kind: "quoted", operation: await saveQuote(deps, { personId, account, kind, quote, items }), skipped };
}

/**
 * Returns those of the domains that a person has frozen. If there is only one domain, returns none, so that its change
 * can be planned. The freeze then prevents the confirmation, and the screen says who froze the domain.
 */
export async function lockedDomains(
	{ db }: Pick<Deps, "db">,
	accountId: number,
	domains: readonly string[],
): Promise<ReadonlySet<string>> {
	return domains.length > 1 ? await frozenDomains(db, accountId, domains) : new Set();
}

function readerOf(deps: Deps, access: Access): (domain: string) => Promise<DnsFacts | SkipReason> {
	const until = Date.now() + readFor;
	let stopped: SkipReason | undefined;
	return async (domain) => {
		if (stopped) return stopped;
		if (Date.now() > until) return { reason: "unread", trouble: { kind: "trouble", trouble: "slow" } };
		// `waiting` gives each call its own deadline of 6 seconds. With one such deadline for all calls together, the reads
		// would end before the `readFor` milliseconds are over.
		const result = await access.client.dns(domain, waiting(deps));
		if (result.kind === "ok") return result.value;
		const trouble = troubleWith(deps, access, result);
		const unread = isUnknown(trouble) ? ({ reason: "not_yours" } as const) : ({ reason: "unread", trouble } as const);
		if (!isAboutDomain(result)) stopped = unread;
		return unread;
	};
}

/**
 * Returns the nameservers and the mode of a domain. If the record of the domain lacks one of them, reads its DNS. If
 * that fails, nameservers in the record are enough.
 */
export async function readServers({
	facts: { nameservers, dnsMode: mode },
	readDns,
}: ListedDomain): Promise<Pick<ReadState, "nameservers" | "mode"> | SkipReason> {
	const told = { nameservers, mode };
	if (nameservers.length > 0 && mode !== null) return told;
	const dns = await readDns();
	return "reason" in dns && nameservers.length > 0 ? told : dns;
}

/** How long the bot waits for answers of the new nameservers while a person waits for a plan. */
const askMs = 1_500;

/**
 * Checks whether the new nameservers of planned changes exist and answer for their domains. For many domains, checks
 * only a sample of the domains. Returns undefined if no change replaces nameservers. Also returns undefined if all new
 * nameservers are the registrar's own. These answer for a domain only after the change.
 */
async function checkPlan(
	deps: Deps,
	account: Account,
	items: readonly { domain: string; change: PlannedChange }[],
): Promise<ServersCheck | undefined> {
	const moves = items.flatMap(({ domain, change }): Move[] => {
		if (change.kind !== "nameservers") return [];
		return [{ domain, nameservers: "nameservers" in change.target ? change.target.nameservers : null }];
	});
	if (moves.length === 0) return undefined;
	const known = await managedAccount(deps, account);
	const own = new Set(known?.ownNameservers);
	const signal = AbortSignal.timeout(askMs);
	const answers = await Promise.all(
		serverQuestions(moves, own).map(async ({ at, domains }) => {
			return { at, domains, states: await nameserverStates(at, domains, deps.dns, signal) };
		}),
	);
	const check = checkOfServers(moves, own, answers);
	return check.servers.total > 0 || check.warnings.length > 0 || check.unlisted ? check : undefined;
}
