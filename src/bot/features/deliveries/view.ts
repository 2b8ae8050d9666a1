import type { DeliveryFacts, Trouble } from "../../../actions/index.ts";
import { pageOf } from "../../../rules/pages.ts";
import { namedEvents } from "../../notifications.ts";
import { listedName } from "../../screens/format.ts";
import { type Html, html, lines, shorten } from "../../screens/html.ts";
import { listView } from "../../screens/list.ts";
import type { T } from "../../screens/texts.ts";
import { troubleView } from "../../screens/trouble.ts";
import { link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

const pageSize = 8;

export interface DeliveriesPage {
	failedOnly: boolean;
	page?: number | undefined;
	now: Date;
}

export type Deliveries =
	| { kind: "deliveries"; deliveries: readonly DeliveryFacts[]; webhookEnabled: boolean | null }
	| Trouble;

/** Shows the log of webhook deliveries: each attempt, its result, and when the next attempt is due. */
export function deliveriesView(t: T, result: Deliveries, { failedOnly, page = 1, now }: DeliveriesPage): View {
	if (result.kind === "trouble") return troubleView(t, result);
	const pending = findPendingAttempts(result.deliveries, now);
	const shown = pageOf(result.deliveries, page, pageSize);
	const filter = link(t(failedOnly ? "deliveries-all" : "deliveries-failed"), routes.deliveries, {
		failedOnly: !failedOnly,
	});
	return listView(t, {
		title: t.html("deliveries-title"),
		notes: [result.webhookEnabled === false && t.html("deliveries-off")],
		shown,
		details:
			shown.total === 0
				? [t.html(failedOnly ? "deliveries-none-failed" : "deliveries-none")]
				: shown.items.map((each) => deliveryLines(t, each, pending.has(each))),
		controls: [[filter, tap(t("button-refresh"), "again")]],
		back: link(t("button-back"), routes.account, {}),
	});
}

const states: ReadonlySet<string | null> = new Set(["delivered", "retrying", "failed"]);

/**
 * Finds the events that the service will try to deliver again, and returns the newest attempt of each. Only these
 * attempts are shown with the time of the next attempt.
 */
function findPendingAttempts(deliveries: readonly DeliveryFacts[], now: Date): Set<DeliveryFacts> {
	const newest = new Map<unknown, DeliveryFacts>();
	for (const each of deliveries) {
		const before = newest.get(each.eventKey ?? each);
		if (!before || (each.attempt ?? 0) > (before.attempt ?? 0)) newest.set(each.eventKey ?? each, each);
	}
	const waiting = [...newest.values()].filter(
		({ status, nextAttemptAt }) => status === "retrying" && nextAttemptAt !== null && nextAttemptAt > now,
	);
	return new Set(waiting);
}

function deliveryLines(t: T, delivery: DeliveryFacts, isPending: boolean): Html {
	const { eventType, domain, attempt, createdAt, status, nextAttemptAt } = delivery;
	const event =
		eventType !== null && namedEvents.has(eventType) ? t(`alerts-${eventType.replaceAll(".", "-")}`) : eventType;
	const what = html`<b>${shorten(event ?? "?", 40)}</b>${domain === null ? "" : html` · ${listedName(domain)}`}`;
	const state = t.html("deliveries-state", { state: states.has(status) ? (status ?? "") : "unknown" });
	const when = createdAt !== null && t.html("deliveries-when", { attempt: attempt ?? 1, time: t.time(createdAt) });
	const next = isPending && nextAttemptAt !== null && t.html("deliveries-next", { time: t.time(nextAttemptAt) });
	return lines([what, lines([state, when], " · "), causeOf(t, delivery), next]);
}

const causes = new Set(["dns", "refused", "tls", "timeout"]);

/**
 * Returns why a delivery attempt failed. Returns null if it succeeded or the reason is unknown. A reason without a
 * translation is shown as the service sent it.
 */
function causeOf(t: T, { status, statusCode, error }: DeliveryFacts): Html | null {
	if (status === "delivered") return null;
	if (error !== null && causes.has(error)) return t.html(`delivery-cause-${error}`);
	if (statusCode !== null && statusCode > 0) return t.html("delivery-cause-status", { status: String(statusCode) });
	return error === null ? null : html`<code>${shorten(error, 120)}</code>`;
}
