import type { Check } from "./check.ts";
import { isNotReport, textsFor } from "./notified-once.ts";

interface Charged {
	reference: string;
	personId: number;
	domain: string;
	cents: number;
	unattributed: boolean;
}

/** For each name and in total, equal to the service's orders. */
export const checkReceipts: Check = async ({ backend }) => {
	const rows = await backend.database.sql<Charged[]>`
		select p.reference, p.person_id::int as "personId", i.domain, (
			select coalesce(sum(o.cents), 0)::int from service.orders o join service.requests r on r.id = o.request_id
			where split_part(r.key, ' ', 1) = b.key and o.domain = i.domain and o.state = 'done'
		) as cents, i.code is not distinct from 'unattributed' as unattributed
		from bot.items i join bot.requests b on b.id = i.request_id join bot.operations p on p.id = i.operation_id
		where p.kind in ('register', 'renew') and p.state = 'succeeded' and i.phase = 'succeeded'`;
	return [...Map.groupBy(rows, ({ reference }) => reference)].flatMap(([reference, items]) => {
		const { personId } = items[0] ?? { personId: 0 };
		const about = textsFor(backend.telegram, personId).filter((text) => text.includes(reference) && !isNotReport(text));
		const text = about.at(-1) ?? "";
		const sum = items.reduce((total, { cents }) => total + cents, 0);
		const shown = centsIn(text, /^Charged: <b>\$([\d.,]+)<\/b>$/m);
		return [
			...(shown === undefined || shown === sum ? [] : [`${reference} cost ${sum}, and its receipt says ${shown}`]),
			...items.flatMap(({ domain, cents, unattributed }) => {
				const name = domain.replaceAll(".", "\\.");
				const one = centsIn(text, new RegExp(`^✅ <b>${name}</b> · \\$([\\d.,]+)`, "m"));
				if (one !== undefined && unattributed)
					return [`${reference} shows a price of ${domain} although another order may have done it`];
				return one === undefined || one === cents ? [] : [`${domain} cost ${cents}, and ${reference} says ${one}`];
			}),
		];
	});
};

function centsIn(text: string, pattern: RegExp): number | undefined {
	const found = pattern.exec(text)?.[1];
	return found === undefined ? undefined : Math.round(Number(found.replaceAll(",", "")) * 100);
}
