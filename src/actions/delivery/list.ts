import { delayAfter } from "@domains/contract/events.ts";
import { limits } from "@domains/contract/limits.ts";
import type { DeliveryFacts } from "../../client/read/deliveries.ts";
import { ask, openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { Trouble } from "../trouble.ts";

/**
 * Lists the service's attempts to deliver webhook events, newest first, at most 100. `failedOnly`: lists only failed
 * attempts, including those after which the service will retry. If the service omits the time of the next attempt,
 * computes it from the retry schedule of the API specification.
 */
export async function list(
	deps: Deps,
	{ personId, limit = 10, failedOnly = false }: Actor & { limit?: number; failedOnly?: boolean },
): Promise<{ kind: "deliveries"; deliveries: readonly DeliveryFacts[]; webhookEnabled: boolean | null } | Trouble> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const { max } = limits.deliveriesPage;
	// The service cannot filter by failure. So read as many attempts as it allows, and filter here.
	const wanted = failedOnly ? max : Math.min(Math.max(1, limit), max);
	const [log, account] = await Promise.all([
		ask(deps, access, (options) => access.client.deliveries(wanted, options)),
		ask(deps, access, access.client.account),
	]);
	if (log.kind !== "ok") return log;
	const all = log.value.deliveries.map(withSchedule);
	const deliveries = (failedOnly ? all.filter((each) => each.status !== "delivered") : all).slice(0, limit);
	const webhookEnabled = account.kind === "ok" ? account.value.webhookEnabled : null;
	return { kind: "deliveries", deliveries, webhookEnabled };
}

function withSchedule(delivery: DeliveryFacts): DeliveryFacts {
	const { status, attempt, createdAt, nextAttemptAt } = delivery;
	if (nextAttemptAt !== null || status !== "retrying" || attempt === null || createdAt === null) return delivery;
	const seconds = delayAfter(attempt);
	return seconds === null || seconds === undefined
		? delivery
		: { ...delivery, nextAttemptAt: new Date(createdAt.getTime() + seconds * 1_000) };
}
