import { limits } from "../../contract/limits.ts";
import { priceOf } from "../../rules/money.ts";
import { isExpected } from "../../rules/quote.ts";
import { ask, openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { findBusy } from "../operation/busy.ts";
import { findOffer } from "../search/offer.ts";
import { freeze } from "./freeze.ts";
import type { QuoteResult, RegisterDraft } from "./types.ts";

/** Price and balance as they are right now, frozen under a number for five minutes. */
export async function register(
	deps: Deps,
	{ personId, draft }: Actor & { draft: RegisterDraft },
): Promise<QuoteResult> {
	const refusal = checkDraft(draft);
	if (refusal) return refusal;
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const { account, client } = access;
	const [found, state] = await Promise.all([findOffer(deps, client, draft.domain), ask(deps, client.account)]);
	if (found.kind !== "offer") return found;
	if (state.kind !== "ok") return state;
	const { domain, available, registerCents, renewCents } = found.offer;
	if (!available) return { kind: "not_available", domain };
	const { years, clientRef = null, externalRef = null, edgeProfileKey = null } = draft;
	if (registerCents === null || (renewCents === null && years > 1)) return { kind: "no_price", domain };
	const lock = "register" as const;
	const busy = await findBusy(deps.db, { personId, accountId: account.id, lock, domains: [domain] });
	if (busy) return busy;
	const price = { registerCents, renewCents: renewCents ?? 0 };
	const lines = [{ order: lock, years, price }];
	const priceCents = priceOf(lock, price, years);
	const given = { clientRef, externalRef, edgeProfileKey };
	return freeze(deps, {
		personId,
		account,
		kind: "register",
		quote: {
			totalCents: priceCents,
			balanceCents: state.value.balanceCents,
			expected: isExpected(lines, deps.service.desk !== null),
		},
		items: [{ domain, lock, years, priceCents, renewCents, ...given }],
	});
}

function checkDraft({ years, clientRef = "", externalRef = "" }: RegisterDraft): QuoteResult | undefined {
	const { min, max } = limits.years;
	if (!Number.isInteger(years) || years < min || years > max) return { kind: "bad_years", min, max };
	if (clientRef.length > limits.refCharacters) return { kind: "bad_reference", field: "clientRef" };
	if (externalRef.length > limits.refCharacters) return { kind: "bad_reference", field: "externalRef" };
	return undefined;
}
