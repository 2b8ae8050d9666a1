import type { OrderKind } from "@domains/contract/money.ts";
import { parseDomain } from "@domains/contract/names.ts";
import { AppError } from "@domains/kit/errors.ts";
import { activeConnection } from "../../store/connections.ts";
import type { Deps } from "../deps.ts";
import { kinds } from "../operation/kinds/index.ts";
import { findLockConflict } from "../operation/lock-conflict.ts";
import { checkLine, quoteOrders } from "./orders.ts";
import type { Again, QuoteResult, RegisterLine, SkippedName } from "./types.ts";

const mostTries = 3;

/**
 * Makes a quote for one name from the current price and balance, or returns the reason why there is none. The quote is
 * valid for five minutes and replaces the person's older quote for that name.
 */
export async function quoteSingle(
	deps: Deps,
	personId: number,
	kind: OrderKind,
	line: RegisterLine,
	again?: Pick<Again, "accountId"> & Partial<Again>,
): Promise<QuoteResult> {
	const parsed = parseDomain(line.domain);
	if (!parsed.ok) {
		const { problem, part } = parsed;
		return { kind: "invalid", name: line.domain, problem, ...(part !== undefined && { part }) };
	}
	const refusal = checkLine(line);
	if (refusal) return refusal;
	const domain = parsed.ascii;
	for (let tries = 1; ; tries += 1) {
		const quoted = await quoteOrders(deps, personId, kind, [{ ...line, domain }], again);
		if (quoted.kind === "trouble") return quoted;
		const [left] = quoted.skipped;
		if (quoted.operation) return { kind: "quoted", operation: quoted.operation };
		if (left?.reason === "too_long") return { kind: "too_long", domain, years: line.years };
		if (left?.reason !== "busy") return quoteResultOf(domain, left);
		const accountId = again?.accountId ?? (await activeConnection(deps.db, personId))?.accountId ?? 0;
		const busy = await findLockConflict(deps.db, { personId, accountId, lock: kinds[kind].lock, domains: [domain] });
		if (busy) return busy;
		// The domain is no longer locked: the operation that locked it has ended meanwhile. So try again.
		if (tries === mostTries)
			throw new AppError("conflict", "A domain was locked at every attempt, but no operation holds it.");
	}
}

function quoteResultOf(domain: string, skipped: SkippedName | undefined): QuoteResult {
	const words = skipped?.message === undefined ? {} : { message: skipped.message };
	switch (skipped?.reason) {
		case "not_available":
		case "not_yours":
			return { kind: skipped.reason, domain };
		case "not_sold":
			return { kind: "not_sold", domain, ...words };
		case "invalid":
			return { kind: "invalid", name: domain, problem: "refused", ...words };
		case "refused":
			return {
				kind: "trouble",
				trouble: "refused",
				...words,
				...(skipped.code !== undefined && { code: skipped.code }),
			};
		default:
			return { kind: "no_price", domain };
	}
}
