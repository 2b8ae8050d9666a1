import { connectionsOf, givesAccess } from "../../store/connections.ts";
import { countEvents, expiringDomains, ordersInDoubt, type Period } from "../../store/digest-facts.ts";
import { readClock } from "../../store/now.ts";
import { spentItems } from "../../store/spending.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";

/** What happened in a person's accounts during a period, and what needs attention at its end. */
export interface Digest extends Period {
	/** The events by type. `count`: the number of events of this type. `domains`: up to five of their domains. */
	events: { type: string; count: number; domains: string[] }[];
	/** The domains that expire within 30 days. `first`: up to five of them. */
	expiring: { total: number; first: { domain: string; expiresAt: Date }[] };
	/** The person's orders whose outcome is unknown. `first`: the references of up to five of them. */
	doubts: { total: number; first: string[] };
	spent: AccountSpent[];
}

interface AccountSpent {
	/** The service's number for the account. */
	userId: number;
	sandbox: boolean;
	/** The charges that the service reported, in cents. */
	cents: number;
	/** The number of ordered domains that were charged, or whose charge is unknown. */
	names: number;
	/** The number of ordered domains whose charge is unknown. */
	unknown: number;
}

const dayMs = 86_400_000;

/** Computes the digest of a period from stored data alone, so a digest never waits for the service. */
export async function read(deps: Deps, { personId, since, until }: Actor & Period): Promise<Digest> {
	const { db } = deps;
	const connections = (await connectionsOf(db, personId)).filter(givesAccess);
	const accounts = connections.flatMap(({ account }) => (account ? [account] : []));
	const ids = accounts.map(({ id }) => id);
	const now = await readClock(db);
	const days = Math.ceil((now.getTime() - since.getTime()) / dayMs) + 1;
	const spent = await Promise.all(
		accounts.map(async ({ id: accountId, userId, sandbox }): Promise<AccountSpent> => {
			const all = await spentItems(db, { personId, accountId, seesOthers: true, days });
			const items = all.filter(({ at }) => since <= at && at < until);
			const charged = items.flatMap((item) => (item.outcome === "charged" ? [item.cents] : []));
			const unknown = items.filter(({ outcome }) => outcome === "untold" || outcome === "pending").length;
			const cents = charged.reduce((sum, each) => sum + each, 0);
			return { userId, sandbox, cents, names: charged.length + unknown, unknown };
		}),
	);
	return {
		since,
		until,
		events: await countEvents(db, ids, { since, until }),
		expiring: await expiringDomains(db, ids, until),
		doubts: await ordersInDoubt(db, personId),
		spent: spent.filter(({ names }) => names > 0),
	};
}

/** True if the digest has nothing to report. The bot does not send such a digest. */
export function isEmpty({ events, expiring, doubts, spent }: Digest): boolean {
	return events.length + expiring.total + doubts.total + spent.length === 0;
}
