import { mandatedIn } from "../proposing.ts";
import type { Check } from "./check.ts";

/**
 * Nothing that a program proposed is charged without the owner's tap, and nothing under a standing order is charged
 * above its ceiling.
 */
export const checkMandates: Check = async (context) => {
	const { proposed, tapped, ceilings } = mandatedIn(context);
	const charged = await context.backend.database.sql<{ domain: string; cents: number }[]>`
		select o.domain, sum(o.cents)::int as cents from service.orders o
		where o.state = 'done' and o.kind = 'register' group by o.domain`;
	return charged.flatMap(({ domain, cents }) => {
		if (proposed.has(domain) && !tapped.has(domain)) return [`${domain} was charged, and its owner never tapped Pay`];
		const ceiling = ceilings.get(domain);
		return ceiling !== undefined && cents > ceiling ? [`${domain} cost ${cents}, above its ceiling of ${ceiling}`] : [];
	});
};
