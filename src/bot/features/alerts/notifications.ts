import type { Actions } from "../../../actions/index.ts";
import type { OutboxRow, Subject } from "../../ports.ts";
import { routes } from "../../routes.ts";
import { defineScreen, type ScreenKind } from "../../screens/define.ts";
import { type Destination, to } from "../../screens/route.ts";
import { alertGroupView, goneView, operatorAlertView } from "./view.ts";

/** The declaration of one kind of notification. */
interface Notification {
	/** A silent one arrives without a sound. */
	sound: "loud" | "silent";
	/**
	 * Returns the screen that shows it. Null drops it: the person has muted it, or it does not concern them any more. The
	 * verb that decides so also reads the data when the screen is drawn, so a mute in between is respected.
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
			// A person who has connected the account again needs no notification.
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
	// Another version of the bot may have stored a kind that this version does not know.
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
