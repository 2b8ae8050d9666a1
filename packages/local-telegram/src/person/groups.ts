import type { Core } from "../core.ts";
import { leaveGroup, openTopic, postService, queueMembershipUpdate } from "../groups.ts";
import { memberObject } from "../objects/chat.ts";
import type { GroupChanged, NewGroup } from "../protocol.ts";
import type { BotStatus, GroupRow } from "../state/rows.ts";
import { findPerson, findPlace, type Place, Problem } from "./chat-access.ts";

export function createGroups(core: Core) {
	const { state } = core;

	function setBot(place: Place, bot: BotStatus): void {
		const group = groupOf(place);
		const before = memberObject(state, place.chat, state.bot.id);
		const next = { kind: "group", group: { ...group, bot } } as const;
		state.groups.put(group.id, next.group);
		queueMembershipUpdate(core, next, place.person.id, before, memberObject(state, next, state.bot.id));
	}

	return {
		create({ title, members, with_bot = true, ...kind }: NewGroup): GroupChanged {
			const { channel = false, forum = false, supergroup = forum || channel } = kind;
			const [owner] = members;
			if (owner === undefined || title === "") throw new Problem("invalid", "a group needs a title and an owner");
			for (const id of members) findPerson(state, id);
			return state.store.transact(() => {
				const number = state.next("group");
				const group: GroupRow = {
					id: supergroup ? -1_000_000_000_000 - number : -number,
					type: channel ? "channel" : supergroup ? "supergroup" : "group",
					title,
					isForum: forum,
					members: Object.fromEntries(members.map((id) => [id, id === owner ? "creator" : "member"])),
					bot: "left",
					topics: {},
				};
				state.groups.put(group.id, group);
				if (with_bot) setBot(findPlace(state, owner, group.id), channel ? "administrator" : "member");
				if (channel) return { chat_id: group.id };
				postService(core, group.id, owner, { type: "group_created" });
				if (with_bot) postService(core, group.id, owner, { type: "members_added", members: [state.bot.id] });
				return { chat_id: group.id };
			});
		},

		setBot(person: number, chat: number, bot: BotStatus): void {
			const place = findPlace(state, person, chat);
			if (groupOf(place).bot === bot) return;
			state.store.transact(() => {
				const wasInside = isInside(groupOf(place).bot);
				setBot(place, bot);
				if (wasInside && !isInside(bot)) postService(core, chat, person, { type: "member_left", member: state.bot.id });
				if (!wasInside && isInside(bot))
					postService(core, chat, person, { type: "members_added", members: [state.bot.id] });
			});
		},

		join(person: number, chat: number, newcomer: number): void {
			const place = findPlace(state, person, chat);
			findPerson(state, newcomer);
			state.store.transact(() => {
				const group = groupOf(place);
				const before = memberObject(state, place.chat, newcomer);
				const next = { ...group, members: { ...group.members, [newcomer]: "member" as const } };
				state.groups.put(chat, next);
				postService(core, chat, person, { type: "members_added", members: [newcomer] });
				const row = { kind: "group", group: next } as const;
				queueMembershipUpdate(core, row, person, before, memberObject(state, row, newcomer));
			});
		},

		leave(person: number, chat: number): void {
			const group = groupOf(findPlace(state, person, chat));
			state.store.transact(() => leaveGroup(core, group, person));
		},

		openTopic(person: number, chat: number, name: string): GroupChanged {
			const group = groupOf(findPlace(state, person, chat));
			if (!group.isForum || name === "") throw new Problem("invalid", "only a forum has topics, each with a name");
			return state.store.transact(() => {
				return { chat_id: chat, thread_id: openTopic(core, group, person, name) };
			});
		},

		/** The supergroup gets a new id. Messages to the old id are then refused. */
		migrate(person: number, chat: number): GroupChanged {
			const group = groupOf(findPlace(state, person, chat));
			if (group.type !== "group" || group.migratedTo !== undefined) {
				throw new Problem("conflict", "only a basic group becomes a supergroup, once");
			}
			return state.store.transact(() => {
				const id = -1_000_000_000_000 - state.next("group");
				state.groups.put(id, { ...group, id, type: "supergroup" });
				postService(core, chat, person, { type: "migrated_to", chat: id });
				state.groups.put(chat, { ...group, migratedTo: id });
				postService(core, id, person, { type: "migrated_from", chat });
				return { chat_id: id };
			});
		},
	};
}

function groupOf({ chat }: Place): GroupRow {
	if (chat.kind === "private") throw new Problem("invalid", "this is a private chat");
	return chat.group;
}

const isInside = (status: BotStatus): boolean => status === "member" || status === "administrator";
