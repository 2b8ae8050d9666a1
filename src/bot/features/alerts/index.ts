import { Composer } from "grammy";
import type { BotContext } from "../../context.ts";
import type { Feature, FeatureDeps } from "../../feature.ts";
import type { OutboxRow } from "../../ports.ts";
import { type Destination, routes, to } from "../../routes.ts";
import { drawn } from "../../screen.ts";
import { alertView, goneView, noticeView } from "./view.ts";

/** What the service tells of its own accord, as messages. */
export function createAlerts({ actions }: FeatureDeps): Feature {
	const alert = drawn(routes.alert, async ({ params, person, t }) => {
		const found = await actions.event.get({ personId: person.id, eventId: params.eventId });
		return found ? alertView(t, found) : goneView(t);
	});
	const notice = drawn(routes.notice, ({ params, t }) => noticeView(t, params.operationId));
	return { screens: [alert, notice], handlers: new Composer<BotContext>() };
}

/** The screen that tells what an outbox row is about; null when this person has no business with it any more. */
export async function screenOfSubject(
	{ actions }: FeatureDeps,
	{ subject, person }: OutboxRow,
): Promise<Destination | null> {
	if (subject.kind === "operation") return to(routes.operation, { operationId: subject.id });
	if (subject.kind === "connection") {
		const who = { personId: person.id, connectionId: subject.id };
		return (await actions.connection.newcomer(who)) && to(routes.newcomer, { connectionId: subject.id });
	}
	if (subject.kind === "trouble") return to(routes.notice, { operationId: subject.id });
	if (subject.kind !== "event") return null;
	const found = await actions.event.get({ personId: person.id, eventId: subject.id });
	return found && to(routes.alert, { eventId: subject.id });
}
