import type { Deps } from "../deps.ts";
import { once, openOwned, profileOf } from "./owned.ts";
import type { ByButton, ChangeResult } from "./types.ts";

/** The sum that an order without enough money adds. */
const topUpCents = 50_000;

/**
 * Adds play money, $500 unless `cents` says otherwise, to the active sandbox account. A second tap on the same button
 * adds nothing.
 */
export async function topUp(
	deps: Deps,
	{ personId, buttonId, cents = topUpCents }: ByButton & { cents?: number },
): Promise<ChangeResult> {
	const owned = await openOwned(deps, personId);
	if (owned.kind !== "mine") return owned;
	if (!owned.account.sandbox) return { kind: "not_owner" };
	const { admin, userId } = owned;
	const result = await once(
		deps,
		owned,
		cents === topUpCents ? ["topUp"] : ["topUp", cents],
		(key) => admin.credit(key, userId, cents),
		buttonId,
	);
	return result.kind === "refused" ? result : { kind: "changed", profile: await profileOf(deps, owned, result.value) };
}
