import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { quoteBatch } from "./quote-batch.ts";
import { quoteSingle } from "./quote-single.ts";
import type { BatchQuoteResult, QuoteResult, RenewDraft } from "./types.ts";

export async function renew(deps: Deps, { personId, draft }: Actor & { draft: RenewDraft }): Promise<QuoteResult> {
	return quoteSingle(deps, personId, "renew", draft);
}

export async function renewMany(
	deps: Deps,
	{ personId, drafts }: Actor & { drafts: readonly RenewDraft[] },
): Promise<BatchQuoteResult> {
	return quoteBatch(deps, personId, "renew", drafts);
}
