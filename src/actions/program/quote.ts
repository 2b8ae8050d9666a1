import type { KnownMandate, ProposedOrder } from "../../store/programs.ts";
import type { Deps } from "../deps.ts";
import { plan as planDns } from "../dns/plan.ts";
import { plan as planServers } from "../nameservers/plan.ts";
import { quoteLines } from "../quote/quote-lines.ts";
import type { Requoted } from "../quote/requote.ts";
import type { SkipReason } from "../quote/types.ts";
import type { Refusal, Refused } from "./types.ts";

export type Quoted = { operationId: number; totalCents: number };

/** Asks the registrar for a quote of the order, and saves it as the person's. */
export async function quote(
	deps: Deps,
	{ personId, accountId }: KnownMandate,
	order: ProposedOrder,
): Promise<Quoted | Refused> {
	const { action, domain } = order;
	switch (action) {
		case "register":
		case "renew": {
			const lines = [{ domain, years: order.years }];
			return quotedOf(await quoteLines(deps, personId, action, lines, { accountId }));
		}
		case "dns": {
			const add = order.add.map((record) => ({ edit: "add" as const, record }));
			const remove = order.remove.map((record) => ({ edit: "remove" as const, record }));
			return quotedOf(await planDns(deps, { personId, accountId, domains: [domain], edits: [...remove, ...add] }));
		}
		case "nameservers": {
			const target = { nameservers: order.nameservers };
			return quotedOf(await planServers(deps, { personId, accountId, wanted: [{ domain, target }] }));
		}
	}
}

const refusalBySkip: Partial<Record<SkipReason["reason"], Refusal>> = {
	not_available: "not_available",
	not_sold: "not_sold",
	not_yours: "not_yours",
	no_price: "no_price",
	too_long: "too_long",
	already_so: "nothing_to_change",
	busy: "busy",
	locked: "frozen",
	refused: "unavailable",
	unread: "unavailable",
	outdated: "busy",
};

/** Returns the quote, or why there is none. */
export function quotedOf(result: Requoted): Quoted | Refused {
	switch (result.kind) {
		case "quoted":
			return { operationId: result.operation.id, totalCents: result.operation.quote?.totalCents ?? 0 };
		case "trouble":
			return { kind: "refused", code: "unavailable" };
		case "nothing": {
			const reason = result.skipped[0]?.reason;
			return { kind: "refused", code: (reason && refusalBySkip[reason]) ?? "invalid" };
		}
		default:
			return { kind: "refused", code: "invalid" };
	}
}
