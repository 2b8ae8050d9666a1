import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { quoteMany } from "./many.ts";
import { quoteOne } from "./one.ts";
import type { BatchQuoteResult, QuoteResult, RenewDraft } from "./types.ts";

export async function renew(deps: Deps, { personId, draft }: Actor & { draft: RenewDraft }): Promise<QuoteResult> {
	return quoteOne(deps, personId, "renew", draft);
}

export async function renewMany(
	deps: Deps,
	{ personId, drafts }: Actor & { drafts: readonly RenewDraft[] },
): Promise<BatchQuoteResult> {
	return quoteMany(deps, personId, "renew", drafts);
}
