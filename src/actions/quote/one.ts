import { AppError } from "../../errors.ts";
import { parseDomain } from "../../rules/names.ts";
import { activeConnection } from "../../store/connections.ts";
import type { Deps } from "../deps.ts";
import { findBusy } from "../operation/busy.ts";
import { kinds } from "../operation/kinds/index.ts";
import { checkDraft, quoteOrders } from "./orders.ts";
import type { Again, LeftOut, QuoteResult, RegisterDraft } from "./types.ts";

const mostTries = 3;

/** A quote of a single order; why there is none is the answer itself. */
export async function quoteOne(
	deps: Deps,
	personId: number,
	kind: "register" | "renew",
	draft: RegisterDraft,
	again?: Again,
): Promise<QuoteResult> {
	const parsed = parseDomain(draft.domain);
	if (!parsed.ok) {
		const { problem, part } = parsed;
		return { kind: "invalid", name: draft.domain, problem, ...(part !== undefined && { part }) };
	}
	const refusal = checkDraft(draft);
	if (refusal) return refusal;
	const domain = parsed.ascii;
	for (let tries = 1; ; tries += 1) {
		const quoted = await quoteOrders(deps, personId, kind, [{ ...draft, domain }], again);
		if (quoted.kind === "trouble") return quoted;
		const [left] = quoted.left;
		if (quoted.operation) return { kind: "quoted", operation: quoted.operation };
		if (left?.reason === "too_long") return { kind: "too_long", domain, years: draft.years };
		if (left?.reason !== "busy") return answerOf(domain, left);
		const accountId = again?.accountId ?? (await activeConnection(deps.db, personId))?.accountId ?? 0;
		const busy = await findBusy(deps.db, { personId, accountId, lock: kinds[kind].lock, domains: [domain] });
		if (busy) return busy;
		// It ended in this very moment: the way is free.
		if (tries === mostTries) throw new AppError("conflict", "A domain was busy at every try, and never with anything.");
	}
}

function answerOf(domain: string, left: LeftOut | undefined): QuoteResult {
	const words = left?.message === undefined ? {} : { message: left.message };
	switch (left?.reason) {
		case "not_available":
		case "not_yours":
			return { kind: left.reason, domain };
		case "not_sold":
			return { kind: "not_sold", domain, ...words };
		case "invalid":
			return { kind: "invalid", name: domain, problem: "refused", ...words };
		case "refused":
			return { kind: "trouble", trouble: "refused", ...words, ...(left.code !== undefined && { code: left.code }) };
		default:
			return { kind: "no_price", domain };
	}
}
