import type { Actions } from "./api.ts";
import { askForm, textField } from "./overlay/dialog.ts";
import type { MenuItem } from "./overlay/menu.ts";
import type { Perform } from "./perform.ts";
import type { State } from "./session.ts";
import { t } from "./words.ts";

interface Deps {
	actions(): Actions;
	perform: Perform;
	onLeave(): void;
}

/** Empty before the person has started the bot. */
export function chatMenu({ chat, people, person }: State, { actions, perform, onLeave }: Deps): MenuItem[] {
	if (!chat?.started) return [];
	const run = (work: () => Promise<unknown>) => () => void perform(work);
	if (chat.chat.type === "private") {
		const text = t(chat.blocked ? "Unblock bot" : "Block bot");
		return [{ text, icon: "block", danger: !chat.blocked, act: run(() => actions().block(!chat.blocked)) }];
	}
	const bot = (status: string) => run(() => actions().group("bot", { status }));
	const others = people.filter(({ id }) => id !== person.id);
	const items: (MenuItem | false)[] = [
		chat.chat.is_forum === true && { text: t("New topic"), icon: "plus", act: run(() => askTopic(actions())) },
		...others.map(({ id, first_name }) => ({
			text: t("Add {name}", { name: first_name }),
			icon: "person" as const,
			act: run(() => actions().group("members", { newcomer: id })),
		})),
		{ text: t("Bot: administrator"), icon: "check", act: bot("administrator") },
		{ text: t("Bot: member"), icon: "check", act: bot("member") },
		{ text: t("Bot: taken out"), icon: "close", act: bot("kicked") },
		chat.chat.type === "group" && {
			text: t("Make it a supergroup"),
			icon: "group",
			act: run(() => actions().group("migrate")),
		},
		{
			text: t("Leave the group"),
			icon: "back",
			danger: true,
			act: () => void perform(() => actions().group("leave")).then((done) => done && onLeave()),
		},
	];
	return items.filter((item) => item !== false);
}

async function askTopic(actions: Actions): Promise<void> {
	const form = await askForm(
		t("New topic"),
		t("Create"),
		textField("name", t("Topic name"), { required: true, maxlength: 128, autofocus: true }),
	);
	if (form) await actions.group("topics", { name: String(form.get("name")) });
}
