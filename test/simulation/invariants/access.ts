import { type AccessChange, accessChanges } from "../access.ts";
import type { Check } from "./check.ts";

interface Order {
	key: string;
	reference: string;
	personId: number;
	accountId: number;
	/** Milliseconds on the database clock. Null if never sent. */
	sentAt: number | null;
}

/**
 * Within its lease, a worker checks the person's access. Then it may wait for a rate-limit permit and check the price
 * before it sends the request.
 */
const leaseMs = 45_000;

/** Even if another person's token works. */
export const checkAccess: Check = async ({ backend, watch }) => {
	const { sql } = backend.database;
	const changes = await accessChanges(sql);
	const orders = await sql<Order[]>`
		select b.key, p.reference, p.person_id::float8 as "personId", p.account_id::int as "accountId",
			(extract(epoch from b.last_sent_at) * 1000)::float8 as "sentAt"
		from bot.requests b join bot.operations p on p.id = b.operation_id`;
	return watch.serviceCalls.flatMap(({ key, path, at }) => {
		const order = key === undefined ? undefined : orders.find((each) => each.key === key);
		if (!order) return [];
		const { personId, accountId, reference, sentAt } = order;
		const own = changes.filter((each) => each.personId === personId && each.accountId === accountId);
		// When the bot marked the request as sent. The clock may advance before the request arrives, and the person may
		// lose access meanwhile, which the bot cannot prevent.
		const decidedAt = Math.min(at, sentAt ?? at);
		// If the clock advances between the check and the request, the worker does not check again. So access just before
		// such an advance is correct too.
		const during = watch.advances.filter(({ from, ms }) => from + ms <= decidedAt && from + ms > decidedAt - leaseMs);
		const checkedAt = Math.min(decidedAt, ...during.map(({ from }) => from));
		return hadAccess(own, decidedAt) || hadAccess(own, checkedAt)
			? []
			: [`${reference} was sent to ${path} for a person without access to its account`];
	});
};

/** Or at some time in the 45 s before it, when a worker may have checked the access. */
function hadAccess(changes: readonly AccessChange[], at: number): boolean {
	const before = changes.findLast((change) => change.at <= at - leaseMs);
	return before?.has || changes.some((change) => change.has && change.at > at - leaseMs && change.at <= at);
}
