import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { quoteMany } from "./many.ts";
import { quoteOne } from "./one.ts";
import type { BatchQuoteResult, QuoteResult, RegisterDraft } from "./types.ts";

export async function register(
	deps: Deps,
	{ personId, draft }: Actor & { draft: RegisterDraft },
): Promise<QuoteResult> {
	return quoteOne(deps, personId, "register", draft);
}

export async function registerMany(
	deps: Deps,
	{ personId, drafts }: Actor & { drafts: readonly RegisterDraft[] },
): Promise<BatchQuoteResult> {
	return quoteMany(deps, personId, "register", drafts);
}
