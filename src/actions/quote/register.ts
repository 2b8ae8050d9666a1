import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { quoteBatch } from "./quote-batch.ts";
import { quoteSingle } from "./quote-single.ts";
import type { BatchQuoteResult, QuoteResult, RegisterDraft } from "./types.ts";

export async function register(
	deps: Deps,
	{ personId, draft }: Actor & { draft: RegisterDraft },
): Promise<QuoteResult> {
	return quoteSingle(deps, personId, "register", draft);
}

export async function registerMany(
	deps: Deps,
	{ personId, drafts }: Actor & { drafts: readonly RegisterDraft[] },
): Promise<BatchQuoteResult> {
	return quoteBatch(deps, personId, "register", drafts);
}
