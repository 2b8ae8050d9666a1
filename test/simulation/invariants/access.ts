import { type AccessChange, accessChanges } from "../access.ts";
import type { Check } from "./index.ts";

interface Order {
	key: string;
	reference: string;
	personId: number;
	accountId: number;
	/** Of the newest attempt. */
	sentAt: number | null;
}

/** So long a call may wait for its turn, and its price be read, after its worker has asked whether it may go out. */
const leaseMs = 45_000;

/** Nothing goes out for somebody who has no access to the account any more, whoever else's token is good. */
export const checkAccess: Check = async ({ stage, watch }) => {
	const { sql } = stage.database;
	const changes = await accessChanges(sql);
	const orders = await sql<Order[]>`
		select b.key, p.reference, p.person_id::float8 as "personId", p.account_id::int as "accountId",
			(extract(epoch from b.last_sent_at) * 1000)::float8 as "sentAt"
		from bot.requests b join bot.operations p on p.id = b.operation_id`;
	return watch.passages.flatMap(({ key, path, at }) => {
		const order = key === undefined ? undefined : orders.find((each) => each.key === key);
		if (!order) return [];
		const { personId, accountId, reference, sentAt } = order;
		const own = changes.filter((each) => each.personId === personId && each.accountId === accountId);
		// Time may be let pass between the commit that it goes out and the bytes.
		const decidedAt = Math.min(at, sentAt ?? at);
		return hadAccess(own, decidedAt)
			? []
			: [`${reference} went out to ${path} for somebody who has no access to its account`];
	});
};

/** At that moment, or shortly before it. */
function hadAccess(changes: readonly AccessChange[], at: number): boolean {
	const before = changes.findLast((change) => change.at <= at - leaseMs);
	return before?.has || changes.some((change) => change.has && change.at > at - leaseMs && change.at <= at);
}
