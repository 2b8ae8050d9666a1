import type { Actions } from "../../../actions/index.ts";
import type { OutboxRow, Subject } from "../../ports.ts";
import { routes } from "../../routes.ts";
import { defineScreen, type ScreenKind } from "../../screens/define.ts";
import { type Destination, to } from "../../screens/route.ts";
import { alertGroupView, goneView, operatorAlertView } from "./view.ts";

/** The declaration of one kind of notification. */
interface Notification {
	/** `silent`: the message arrives without a sound. */
	sound: "loud" | "silent";
	/**
	 * Returns the screen of the notification. Null drops it, because the person has muted it or it no longer concerns
	 * them. Drawing the screen checks this again, so a mute in between counts.
	 */
	open(actions: Actions, subject: { personId: number; id: number }): Promise<Destination | null>;
}

const notifications: Readonly<Record<Subject["kind"], Notification>> = {
	operation: {
		sound: "loud",
		open: async (_actions, { id }) => to(routes.operation, { operationId: id }),
	},
	trouble: {
		sound: "loud",
		open: async (_actions, { id }) => to(routes.operatorAlert, { operationId: id }),
	},
	balance: {
		sound: "loud",
		async open({ account }, { personId, id }) {
			const found = await account.low({ personId, accountId: id });
			return found && to(routes.lowBalance, { ...found });
		},
	},
	connection: {
		sound: "loud",
		async open({ connection }, { personId, id }) {
			const found = await connection.newcomer({ personId, connectionId: id });
			return found && to(routes.accountShared, { connectionId: id });
		},
	},
	shut_out: {
		sound: "loud",
		async open({ connection }, { personId, id }) {
			const found = await connection.list({ personId });
			// Skip the notification if the person has connected the account again.
			const lost = found.some((each) => each.id === id && each.state === "needs_token");
			return lost ? to(routes.accessLost, { connectionId: id }) : null;
		},
	},
	dismissed: {
		sound: "loud",
		async open({ connection }, { personId, id }) {
			const found = await connection.dismissed({ personId, accountId: id });
			return found && to(routes.accessRemoved, { accountId: id });
		},
	},
	event: {
		sound: "loud",
		async open({ event }, { personId, id }) {
			const found = await event.get({ personId, eventId: id });
			return found && to(routes.alert, { eventId: id });
		},
	},
};

/** Returns the screen and the sound of a notification. Null means that there is nothing to show this person. */
export async function openNotification(
	actions: Actions,
	{ subject, person }: OutboxRow,
): Promise<(Destination & { silent: boolean }) | null> {
	// A different version of the bot may have stored an unknown kind.
	if (!Object.hasOwn(notifications, subject.kind)) return null;
	const { sound, open } = notifications[subject.kind];
	const destination = await open(actions, { personId: person.id, id: subject.id });
	return destination && { ...destination, silent: sound === "silent" };
}

/** The screens of notifications that no other feature draws. */
export function notificationScreens(actions: Actions): ScreenKind[] {
	return [
		defineScreen(routes.alert, async ({ params, person, t }) => {
			const found = await actions.event.get({ personId: person.id, eventId: params.eventId });
			return found ? alertGroupView(t, found) : goneView(t);
		}),
		defineScreen(routes.operatorAlert, async ({ params, t }) =>
			operatorAlertView(t, (await actions.operation.referenceOf(params)) ?? "—"),
		),
	];
}
