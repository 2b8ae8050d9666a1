import type { Result } from "../../client/result.ts";
import type { DnsPlan } from "../../store/schema/operations.ts";
import { keepDnsForm } from "../../store/services.ts";
import type { Deps } from "../deps.ts";
import type { Facts } from "./facts.ts";
import type { Work } from "./open-work.ts";

/**
 * The specification has two forms of record, and a zone without records does not show which one a service accepts. A
 * 422 proves that the first write to such a zone did not run. Then the same plan is sent once in the other form:
 * other bytes, so another key. Otherwise returns undefined. The store keeps the accepted form for the service. A
 * stored form gets the same second attempt, since a service may change.
 */
export async function inOtherForm(
	{ db }: Pick<Deps, "db">,
	{ operation, request, connection }: Work,
	result: Result<unknown>,
): Promise<Facts["items"] | undefined> {
	const [item] = request.items;
	const { serviceUrl } = connection;
	if (operation.kind !== "dns" || item?.change?.kind !== "dns" || item.change.base.length > 0) return undefined;
	const plan: DnsPlan = item.change;
	if (result.kind === "ok") await keepDnsForm(db, serviceUrl, plan.form);
	const isRefused = result.kind === "refused" && result.status === 422;
	if (!isRefused || request.doubt || plan.refused !== undefined) return undefined;
	const form = plan.form === "formal" ? "sample" : "formal";
	return new Map([[item.id, { respelled: { ...plan, form, refused: result.message } }]]);
}

/** If both forms were refused, the bot cannot know which answer is about the record itself, so it reports both. */
export function withBothWords<Value>(result: Result<Value>, { request }: Work): Result<Value> {
	const change = request.items[0]?.change;
	const before = change?.kind === "dns" ? change.refused : undefined;
	if (result.kind !== "refused" || !before || before === result.message) return result;
	return { ...result, message: `${before} · ${result.message}` };
}
