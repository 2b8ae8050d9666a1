import type { OrderKind } from "@domains/contract/money.ts";
import { replan } from "@domains/dns/merge.ts";
import type { Tx } from "@domains/kit/postgres/connect.ts";
import { activeConnection, connectionsOf } from "../../store/connections.ts";
import { lastRegistration } from "../../store/operation-lists.ts";
import { findOperation, type ItemRow, type WholeOperation } from "../../store/operations.ts";
import { lockProposal, moveProposal } from "../../store/programs.ts";
import type { DnsPlan, PlannedChange, PlannedRecord } from "../../store/schema/operations.ts";
import { openAccess } from "../access.ts";
import { type Actor, type Deps, isManagedBy, managedAccount } from "../deps.ts";
import { planZones, type WantedZone } from "../dns/plan.ts";
import { zoneOf } from "../dns/zone.ts";
import { isKey, plan as planEdges, problemOf } from "../edge.ts";
import { plan as planServers } from "../nameservers.ts";
import { withdrawQuote } from "../operation/decisions.ts";
import { canUndo } from "../operation/read.ts";
import type { EdgeProblem } from "../operation/types.ts";
import { quoteLines } from "./orders.ts";
import type { Again, OrderEdit, QuoteResult, RegisterLine } from "./save-quote.ts";

interface DomainChange {
	domain: string;
	change: PlannedChange;
}

type Account = Actor & { accountId: number };

/**
 * Plans these changes again, from the current state of each domain. All changes must be of one kind. Returns null if
 * there are no changes.
 */
async function planAgain(deps: Deps, of: Account, changes: readonly DomainChange[]) {
	const profiles = changes.flatMap(({ domain, change }) =>
		change.kind === "edge" ? { domain, profileKey: change.target } : [],
	);
	const servers = changes.flatMap(({ domain, change }) =>
		change.kind === "nameservers" ? { domain, target: change.target } : [],
	);
	return planAny(deps, of, { zones: zonesOf(changes), servers, profiles });
}

/**
 * Plans to undo changes. All of them must be of one kind. Keeps later changes of other records. A domain that had an
 * edge profile before the change gets this profile again. A domain that had none gets its earlier nameservers again.
 * One operation cannot both bind profiles and set nameservers. So if some of the domains had a profile, plans to
 * restore only those domains.
 */
async function planBack(deps: Deps, of: Account, changes: readonly DomainChange[]) {
	const back = changes.map(({ domain, change }) => ({
		domain,
		change: change.kind === "dns" ? backOf(change) : change,
	}));
	const profiles = changes.flatMap(({ domain, change }) => {
		const profileKey = change.kind === "edge" ? change.base : change.kind === "nameservers" ? change.edge : undefined;
		return profileKey ? { domain, profileKey } : [];
	});
	const servers = changes.flatMap(({ domain, change }) => {
		if (change.kind === "nameservers" && change.edge !== undefined) return [];
		if (change.kind === "nameservers") return { domain, target: { nameservers: change.base } };
		const bare = change.kind === "edge" && change.base === null;
		return bare ? { domain, target: { nameservers: change.nameservers ?? [] } } : [];
	});
	return planAny(deps, of, { zones: zonesOf(back), servers, profiles });
}

/**
 * Returns the change that reverts `change`. It omits `replaces` (what `change` replaced as a whole). So it reverts only
 * the records of this change, and keeps later changes of other records.
 */
function backOf({ replaces: _, ...change }: DnsPlan): DnsPlan {
	return { ...change, base: change.stored ?? change.target, target: change.base };
}

function zonesOf(changes: readonly DomainChange[]) {
	return changes.flatMap(({ domain, change }) => {
		if (change.kind !== "dns") return [];
		const { replaces } = change;
		const again: WantedZone["change"] = ({ dns }) => {
			return { ...replan<PlannedRecord>(change, dns.records, zoneOf(domain)), replaces };
		};
		return { domain, change: again };
	});
}

async function planAny(
	deps: Deps,
	of: Account,
	wanted: {
		zones: Parameters<typeof planZones>[1]["wanted"];
		servers: Parameters<typeof planServers>[1]["wanted"];
		profiles: Parameters<typeof planEdges>[1]["wanted"];
	},
) {
	if (wanted.zones.length > 0) return planZones(deps, { ...of, wanted: wanted.zones });
	if (wanted.profiles.length > 0) return planEdges(deps, { ...of, wanted: wanted.profiles });
	return wanted.servers.length > 0 ? planServers(deps, { ...of, wanted: wanted.servers }) : null;
}

type Input = Actor & { operationId: number };

/**
 * Makes a new quote of the items that did not succeed. If the order was never confirmed, its operation gets the new
 * quote. If it was confirmed, a new operation gets the quote. Plans a change of DNS, nameservers or edge profile again.
 * A program's open proposal keeps its mandate: it moves to the new operation.
 */
export async function requote(deps: Deps, input: Input): Promise<Requoted> {
	const { operationId: from } = input;
	const run: NonNullable<Deps["onQuote"]>["run"] = async (tx, { operationId: to }) => {
		// The earlier quote must not stay behind as the person's own draft.
		if (to !== from && (await moveProposal(tx, { from, to }))) await withdrawQuote(tx, deps, input);
	};
	const before = async (tx: Tx) => {
		await lockProposal(tx, from);
		return [from];
	};
	return quoteMissed({ ...deps, onQuote: { before, run } }, input);
}

export type Requoted = QuoteResult | NonNullable<Awaited<ReturnType<typeof planAgain>>> | { kind: "not_found" };

async function quoteMissed(deps: Deps, input: Input): Promise<Requoted> {
	const row = await findOperation(deps.db, input.operationId);
	if (row?.personId === input.personId && itemsOf(row).some(({ change }) => change !== null)) {
		const missed = itemsOf(row).flatMap(({ domain, phase, change }) =>
			phase !== "succeeded" && change ? { domain, change } : [],
		);
		const of = { personId: input.personId, accountId: row.accountId };
		return (await planAgain(deps, of, missed)) ?? { kind: "not_found" };
	}
	const order = await findOrder(deps, input);
	const missed = order?.items.filter((item) => item.phase !== "succeeded") ?? [];
	if (!order || missed.length === 0) return { kind: "not_found" };
	return quoteLines(deps, input.personId, order.kind, missed.map(lineOf), order);
}

/**
 * Makes a new quote of the items that did not succeed, with other settings or for fewer names.
 * - `only`: the name that gets the settings. If absent, all items get them.
 * - `keep`: the names that stay in the order. If absent, all stay.
 */
export async function requoteWith(
	deps: Deps,
	{ settings, only, keep, ...input }: Input & OrderEdit,
): Promise<QuoteResult | { kind: "not_found" }> {
	const order = await findOrder(deps, input);
	const kept = keep && new Set(keep);
	const missed = order?.items.filter(({ phase, domain }) => phase !== "succeeded" && kept?.has(domain) !== false) ?? [];
	if (!order || missed.length === 0) return { kind: "not_found" };
	const lines = missed.map((item) =>
		lineOf(only === undefined || item.domain === only ? { ...item, ...settings } : item),
	);
	// Pass no operation id: the changed settings need a new operation, whose quote replaces the old one.
	return quoteLines(deps, input.personId, order.kind, lines, { accountId: order.accountId });
}

/** Returns a registration or renewal of this person with its items; undefined for any other operation. */
async function findOrder(
	{ db }: Deps,
	{ personId, operationId }: Input,
): Promise<(Again & { kind: OrderKind; items: ItemRow[] }) | undefined> {
	const row = await findOperation(db, operationId);
	if (row?.personId !== personId || (row.kind !== "register" && row.kind !== "renew")) return undefined;
	const { kind, accountId } = row;
	return { operationId, accountId, kind, items: itemsOf(row) };
}

function itemsOf({ requests }: WholeOperation): ItemRow[] {
	return requests.flatMap((request) => request.items);
}

function lineOf({ domain, years, clientRef, externalRef, edgeProfileKey }: ItemRow): RegisterLine {
	return {
		domain,
		years: years ?? 1,
		...(clientRef !== null && { clientRef }),
		...(externalRef !== null && { externalRef }),
		...(edgeProfileKey !== null && { edgeProfileKey }),
	};
}

/**
 * Quotes a registration with the settings of the person's last registration in the active account: years, label
 * (`client_ref`) and edge profile. Omits a profile that is switched off or does not serve this domain. If there is no
 * earlier registration, quotes one year without a label or profile.
 */
export async function registerAsBefore(
	deps: Deps,
	{ personId, domain }: Actor & { domain: string },
): Promise<QuoteResult> {
	const last = await lastRegistration(deps.db, personId);
	const { years = 1, clientRef = null, edgeProfileKey: key = null } = last ?? {};
	const connection = key === null ? undefined : await activeConnection(deps.db, personId);
	const known = key !== null && connection?.account ? await managedAccount(deps, connection.account) : null;
	const fits = key !== null && !(known && problemOf(known.edgeProfiles, key, domain));
	const line = {
		domain,
		years: years ?? 1,
		...(clientRef !== null && clientRef !== "" && { clientRef }),
		...(fits && { edgeProfileKey: key }),
	};
	return quoteLines(deps, personId, "register", [line]);
}

/** Identifies an order. With `only`, identifies one domain of that order. */
type Which = Actor & { operationId: number; only?: string | undefined };

/**
 * Returns the keys of the enabled edge profiles that serve all domains of the order. Empty for a person who does not
 * own the account in this bot.
 */
export async function orderProfiles(deps: Deps, which: Which): Promise<string[]> {
	const found = await find(deps, which);
	if (!found?.known || !isManagedBy(deps, found.account, which.personId)) return [];
	const { edgeProfiles } = found.known;
	const serves = (key: string) => found.domains.every((domain) => !problemOf(edgeProfiles, key, domain));
	return edgeProfiles.map(({ key }) => key).filter(serves);
}

/**
 * Returns why an order cannot use this edge profile. Returns null if the order can use it, or if only the service can
 * decide. `bad_key`: the text cannot be a key.
 */
export async function profileProblem(
	deps: Deps,
	{ profileKey, ...which }: Which & { profileKey: string },
): Promise<EdgeProblem | "bad_key" | null> {
	if (!isKey(profileKey)) return "bad_key";
	const found = await find(deps, which);
	const problems = found?.domains.map(
		(domain) => found.known && problemOf(found.known.edgeProfiles, profileKey, domain),
	);
	return problems?.find((each) => each) ?? null;
}

async function find(deps: Deps, { personId, operationId, only }: Which) {
	const order = await findOrder(deps, { personId, operationId });
	const access = order && (await openAccess(deps, personId, order.accountId));
	if (!access || "kind" in access) return null;
	const { account } = access;
	const domains = only === undefined ? order.items.map(({ domain }) => domain) : [only];
	return { account, known: await managedAccount(deps, account), domains };
}

/**
 * Plans to undo a completed change of DNS, nameservers or edge profile. `domains` selects the domains. Without it, selects
 * all domains whose change can be undone. Keeps later changes of other records. If other people or programs changed the
 * same record later, the plan lists it as `contested`. An undo can itself be undone.
 */
export async function undo(
	deps: Deps,
	{ personId, operationId, domains }: Actor & { operationId: number; domains?: readonly string[] | undefined },
): Promise<NonNullable<Awaited<ReturnType<typeof planBack>>> | { kind: "not_found" }> {
	const operation = await findOperation(deps.db, operationId);
	const connections = await connectionsOf(deps.db, personId);
	if (!operation || connections.every((each) => each.accountId !== operation.accountId)) return { kind: "not_found" };
	const wanted = domains && new Set(domains);
	const changes = operation.requests
		.flatMap((request) => request.items)
		.toSorted((one, other) => one.ordinal - other.ordinal)
		.flatMap((item) => (item.change && canUndo(item) ? { domain: item.domain, change: item.change } : []))
		.filter(({ domain }) => wanted?.has(domain) ?? true);
	return (await planBack(deps, { personId, accountId: operation.accountId }, changes)) ?? { kind: "not_found" };
}
