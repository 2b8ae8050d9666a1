import { isSameExpiry } from "../../../src/rules/operation/timing.ts";
import type { Check } from "./check.ts";

interface Charged {
	reference: string;
	domain: string;
	/** The date in the last confirmed quote; null if the service reports none. */
	expiresAt: Date | null;
}

/**
 * The bot pays at most one renewal for an expiry date: of a person, of another person of the account, or of auto-renew.
 */
export const checkRenewals: Check = async ({ backend }) => {
	const rows = await backend.database.sql<Charged[]>`
		select p.reference, i.domain, (
			select c.expires_at from public.confirmed_dates c where c.item_id = i.id order by c.id desc limit 1
		) as "expiresAt"
		from service.orders o join service.requests r on r.id = o.request_id
			join bot.requests b on b.key = split_part(r.key, ' ', 1) join bot.items i on i.request_id = b.id and i.domain = o.domain
			join bot.operations p on p.id = i.operation_id
		where o.state = 'done' and o.kind = 'renew' order by o.id`;
	return rows.flatMap(({ reference, domain, expiresAt }, index) => {
		if (expiresAt === null) return [];
		const earlier = rows
			.slice(0, index)
			.find((each) => each.domain === domain && each.expiresAt && isSameExpiry(each.expiresAt, expiresAt));
		if (!earlier) return [];
		const date = expiresAt.toISOString().slice(0, 10);
		return [`${reference} paid a renewal of ${domain} for the expiry on ${date}, which ${earlier.reference} had paid`];
	});
};
