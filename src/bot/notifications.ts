import type { Actions } from "../actions/index.ts";
import type { OutboxRow, Params, Subject } from "./ports.ts";
import { alertTypes } from "./screens/format.ts";
import { type Destination, routeRef, to } from "./screens/route.ts";
import { routes } from "./screens.ts";

/** The sound and the urgency of the message that shows a notification. */
interface Manner {
	/** True if the message arrives without a sound. */
	silent: boolean;
	/**
	 * True if the bot sends the message even during the person's quiet hours. Other messages wait until the quiet hours
	 * end.
	 */
	urgent: boolean;
}

/** The declaration of one kind of notification. */
interface Notification {
	/** `silent`: the message arrives without a sound. `open` can override this. */
	sound: "loud" | "silent";
	/** True if the bot sends the message even during the person's quiet hours. `open` can override this. */
	urgent?: true;
	/**
	 * Returns the screen of the notification. Sets `silent` or `urgent` if these depend on the content of the
	 * notification. Returns null if the notification must be dropped, because the person muted it or it no longer
	 * concerns them. The screen checks the mute again at each render, because the person may mute the topic later.
	 */
	open(
		actions: Actions,
		subject: { personId: number; id: number; facts: Params },
	): Promise<(Destination & Partial<Manner>) | null>;
}

const urgentEvents: ReadonlySet<string> = new Set(["domain.registered", "domain.renewed", "domain.blocked"]);

const notifications: Readonly<Record<Subject["kind"], Notification>> = {
	operation: {
		sound: "loud",
		urgent: true,
		open: async (_actions, { id }) => to(routes.operation, { operationId: id }),
	},
	trouble: {
		sound: "loud",
		urgent: true,
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
		urgent: true,
		async open({ connection }, { personId, id }) {
			const found = await connection.newcomer({ personId, connectionId: id });
			return found && to(routes.accountShared, { connectionId: id });
		},
	},
	shut_out: {
		sound: "loud",
		async open({ connection }, { personId, id }) {
			const found = await connection.list({ personId });
			// Drop the notification if the person has already connected the account again.
			const lost = found.some((each) => each.id === id && each.state === "needs_token");
			return lost ? to(routes.accessLost, { connectionId: id }) : null;
		},
	},
	dismissed: {
		sound: "loud",
		async open({ connection }, { personId, id, facts }) {
			const params = routes.accessRemoved.parse({ ...facts, accountId: id });
			const found = params && (await connection.dismissed({ personId, accountId: id }));
			return found && to(routes.accessRemoved, params);
		},
	},
	freeze: {
		sound: "loud",
		urgent: true,
		async open({ freeze }, { personId, id, facts }) {
			const params = routes.freezeNotice.parse({ ...facts, freezeId: id });
			const found = params && (await freeze.notice({ personId, ...params }));
			return found && { ...to(routes.freezeNotice, params), urgent: !found.isOver };
		},
	},
	reminder: {
		sound: "loud",
		async open({ renewal }, { personId, id }) {
			const found = await renewal.reminder({ personId, reminderId: id });
			return found && to(routes.reminder, { reminderId: id });
		},
	},
	digest: {
		sound: "silent",
		urgent: true,
		async open({ digest }, { personId, id }) {
			const period = await digest.open({ personId, start: id });
			return period && to(routes.digest, { since: period.since.toISOString(), until: period.until.toISOString() });
		},
	},
	event: {
		sound: "loud",
		async open({ event }, { personId, id }) {
			const found = await event.get({ personId, eventId: id });
			if (!found) return null;
			const isUrgent = found.alerts.some(({ type, past }) => urgentEvents.has(type) && !past);
			const silent = found.alerts.every(({ type }) => !alertTypes.includes(type));
			return { ...to(routes.alert, { eventId: id }), urgent: isUrgent, silent };
		},
	},
	live: {
		sound: "loud",
		async open({ live }, { personId, id }) {
			const found = await live.read({ personId, watchId: id });
			return found && to(routes.live, { watchId: id, domain: found.domain });
		},
	},
	name: {
		sound: "loud",
		async open({ watch }, { personId, id }) {
			const found = await watch.available({ personId, watchId: id });
			if (!found) return null;
			if (found.asked) return to(routes.watchedName, { watchId: id, noticeKey: `buy-asks-${found.asked}` });
			// The screen `offer` shows the prices of the active account only. If the watch belongs to another account, show
			// the watch instead.
			return found.inactive
				? to(routes.watchedName, { watchId: id })
				: to(routes.offer, { name: found.domain, watched: true });
		},
	},
	proposals: {
		sound: "loud",
		async open({ program }, { personId, id }) {
			const found = await program.waiting({ personId, mandateId: id });
			return found && to(routes.proposals, { mandateId: id });
		},
	},
	renewal: {
		sound: "loud",
		urgent: true,
		async open({ renewal }, { personId, id }) {
			const found = await renewal.asked({ personId, runId: id });
			if (!found) return null;
			const { accountId, domain, reason } = found;
			const from = routeRef(routes.expiring, { days: 60 });
			return to(routes.renewalChoice, { accountId, domain, from, noticeKey: `auto-asks-${reason}` });
		},
	},
	price: {
		sound: "loud",
		async open({ price }, { personId, id, facts }) {
			const params = routes.priceJumps.parse({ ...facts, accountId: id });
			const found = params && (await price.jumps({ personId, accountId: id, at: new Date(params.at) }));
			return found && to(routes.priceJumps, params);
		},
	},
	zone: {
		sound: "loud",
		async open({ zone }, { personId, id }) {
			const found = await zone.changed({ personId, watchId: id });
			return found && to(routes.changedElsewhere, { watchId: id, domain: found.domain });
		},
	},
};

/**
 * Returns the facts of a notification that a version without the column `facts` stored, as a row or in the list of held
 * notifications. That version read them from the key.
 */
function factsOfOldRow(kind: Subject["kind"], dedupKey: string): Params {
	const [word = "", id] = dedupKey.split(" ");
	if (kind === "price") return { at: dedupKey };
	if (kind === "dismissed") return id === undefined ? {} : { by: Number(id) };
	if (kind !== "freeze") return {};
	return { ...(word === "over" && { isOver: true }), ...(word === "kept" && { keptBy: Number(id) }) };
}

/**
 * Returns the screen of a notification, with the flags `silent` and `urgent` of its message. Returns null if the
 * notification must be dropped.
 */
export async function openNotification(
	actions: Actions,
	{ subject, person, dedupKey, facts: stored }: Pick<OutboxRow, "subject" | "person" | "dedupKey" | "facts">,
): Promise<(Destination & Manner) | null> {
	// Drop a notification of a kind that this version of the bot does not know. Another version may have stored it.
	if (!Object.hasOwn(notifications, subject.kind)) return null;
	const { sound, urgent = false, open } = notifications[subject.kind];
	const facts = stored ?? factsOfOldRow(subject.kind, dedupKey);
	const opened = await open(actions, { personId: person.id, id: subject.id, facts });
	return opened && { silent: sound === "silent", urgent, ...opened };
}
