import type { Tx } from "../../postgres/connect.ts";
import { keepAccount, peopleOf } from "../../store/accounts.ts";
import {
	connectionsOf,
	findConnection,
	isOvertaken,
	keepConnection,
	lockPerson,
	markOthersOutdated,
	moveConnection,
	type NewConnection,
} from "../../store/connections.ts";
import { addNotifications } from "../../store/notifications.ts";
import { readClock } from "../../store/now.ts";
import { wakeHeldRequests } from "../../store/operation-lists.ts";
import { type Deps, waiting } from "../deps.ts";
import { recordBalance } from "../record-balance.ts";
import { toTrouble } from "../trouble-of.ts";
import { managedAccount } from "./managed-account.ts";
import { newReceiverPath } from "./receiver.ts";
import type { Connection, ConnectResult } from "./types.ts";
import { viewOf } from "./view.ts";

export interface Claim {
	personId: number;
	serviceUrl: string;
	token: string;
	/** Opened here for this person on the built-in service, so that they own it. */
	owned?: boolean;
	/** The account for which the token was just made: kept there although the service refuses it, as with its API off. */
	accountId?: number;
}

/** Asks the service whose token it is, and keeps it by what it answers. */
export async function verifyToken(deps: Deps, claim: Claim): Promise<ConnectResult> {
	const since = await readClock(deps.db);
	const result = await deps.openClient(claim).account(waiting(deps));
	if (result.kind === "ok") {
		const { userId, balanceCents } = result.value;
		if (userId !== null) {
			// Whoever brings the token: the money of a sandbox account is play money.
			const sandbox = (await managedAccount(deps, { ...claim, userId }))?.sandbox ?? false;
			const kept = await keepProved(deps, claim, { userId, sandbox, since });
			if (!kept) return verifyToken(deps, claim);
			const { account, ...connected } = kept;
			await recordBalance(deps, account, balanceCents);
			return { ...connected, balanceCents };
		}
	}
	if (result.kind === "ok") return { kind: "trouble", trouble: "service_down" };
	if (result.kind === "refused" && result.status === 401) {
		if (claim.accountId === undefined) await refuse(deps, claim);
		else await keepUnproved(deps, claim, "needs_token");
		return { kind: "token_refused" };
	}
	const forbidden = result.kind === "refused" && result.status === 403;
	const connection = await keepUnproved(deps, claim, forbidden ? "needs_whitelist" : "unproved");
	if (forbidden) return { kind: "whitelist", connection, addresses: deps.service.egress };
	return { ...toTrouble(result, deps.service), connection };
}

/**
 * The account is known by name now: what waited for it goes on, and whoever shares it hears of the newcomer. Nothing is
 * kept where another token of the account was proved since this one was asked about: one of the two is dead, and asking
 * again tells which.
 */
async function keepProved(
	deps: Deps,
	claim: Claim,
	{ userId, sandbox, since }: { userId: number; sandbox: boolean; since: Date },
) {
	const { personId, serviceUrl, token, owned = false } = claim;
	return deps.db.transaction(async (tx) => {
		await lockPerson(tx, personId);
		const receiverPath = newReceiverPath();
		const ownership = owned ? { ownerId: personId } : {};
		const account = await keepAccount(tx, { serviceUrl, userId, receiverPath, sandbox, ...ownership });
		const tokenPrint = deps.vault.fingerprint(token);
		if (await isOvertaken(tx, { accountId: account.id, tokenPrint, since })) return undefined;
		const isNew = (await sameToken(tx, deps, claim)) === undefined;
		const people = await peopleOf(tx, account.id);
		const others = people.filter((id) => id !== personId);
		const id = await keepConnection(tx, deps.vault, { ...claim, state: "live", accountId: account.id });
		if (isNew) await shutOut(tx, deps, { id, accountId: account.id });
		if (!people.includes(personId)) {
			const news = await addNotifications(tx, others, { kind: "connection", id }, "joined");
			await deps.enqueue(tx, "bot.outbox", news);
		}
		await deps.enqueue(tx, "bot.operation", await wakeHeldRequests(tx, account.id));
		const connection = await seen(tx, personId, id);
		return { kind: "connected", connection, others: others.length, account } as const;
	});
}

/** Whoever uses another token of the account than this connection hears that it is dead. */
async function shutOut(tx: Tx, deps: Deps, current: { id: number; accountId: number }): Promise<void> {
	for (const out of await markOthersOutdated(tx, current)) {
		// Once for each token that died; the same person may be let in and shut out again.
		const news = await addNotifications(tx, [out.personId], { kind: "shut_out", id: out.id }, out.tokenPrint);
		await deps.enqueue(tx, "bot.outbox", news);
	}
}

/** Keeps a token that could not be proved, unless it was proved before: then only a refused address is news. */
async function keepUnproved(deps: Deps, claim: Claim, state: NewConnection["state"]): Promise<Connection> {
	const { personId } = claim;
	return deps.db.transaction(async (tx) => {
		await lockPerson(tx, personId);
		const known = await sameToken(tx, deps, claim);
		if (known && known.state !== "unproved" && state === "unproved") return viewOf(known);
		const accountId = known?.accountId ?? claim.accountId ?? null;
		const id = await keepConnection(tx, deps.vault, { ...claim, state, accountId });
		if (!known && claim.accountId !== undefined) await shutOut(tx, deps, { id, accountId: claim.accountId });
		return seen(tx, personId, id);
	});
}

/** A token that was good before is wanted anew; one that never was leaves no trace. */
async function refuse(deps: Deps, claim: Claim): Promise<void> {
	await deps.db.transaction(async (tx) => {
		const known = await sameToken(tx, deps, claim);
		if (known) await moveConnection(tx, known, known.state, "needs_token");
	});
}

async function sameToken(tx: Tx, deps: Deps, { personId, serviceUrl, token }: Claim) {
	const print = deps.vault.fingerprint(token);
	const rows = await connectionsOf(tx, personId);
	return rows.find((row) => row.tokenPrint === print && row.serviceUrl === serviceUrl);
}

async function seen(tx: Tx, personId: number, id: number): Promise<Connection> {
	const row = await findConnection(tx, personId, id);
	if (!row) throw new Error("a connection that was just kept is there");
	return viewOf(row);
}
