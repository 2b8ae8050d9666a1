import { type AccessChange, accessChanges } from "../access.ts";
import type { Check } from "./check.ts";

interface Order {
	key: string;
	reference: string;
	personId: number;
	accountId: number;
	/**
	 * The time at which the bot last sent the order to the service, in milliseconds on the database clock. Null if the
	 * bot never sent it.
	 */
	sentAt: number | null;
}

/**
 * A worker reserves a request for this long (its lease). Within this time, it checks the person's access. Then it may
 * wait for a rate-limit permit and check the price before it sends the request.
 */
const leaseMs = 45_000;

/**
 * Checks that no order is sent for a person who has lost access to the account, even if another person's token works.
 */
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
		// Use the time at which the bot marked the request as sent in the database. The clock may advance before the
		// request arrives, and the person may lose access meanwhile. The bot cannot prevent that.
		const decidedAt = Math.min(at, sentAt ?? at);
		// The worker checks the access and then sends the request. If the clock advances between the two, the worker does not
		// check again. So it is also correct if the person had access just before such an advance.
		const during = watch.advances.filter(({ from, ms }) => from + ms <= decidedAt && from + ms > decidedAt - leaseMs);
		const checkedAt = Math.min(decidedAt, ...during.map(({ from }) => from));
		return hadAccess(own, decidedAt) || hadAccess(own, checkedAt)
			? []
			: [`${reference} was sent to ${path} for a person without access to its account`];
	});
};

/**
 * True if the person had access at `at` or at some time in the 45 s before it. A worker may have checked the access at
 * any of these times.
 */
function hadAccess(changes: readonly AccessChange[], at: number): boolean {
	const before = changes.findLast((change) => change.at <= at - leaseMs);
	return before?.has || changes.some((change) => change.has && change.at > at - leaseMs && change.at <= at);
}
