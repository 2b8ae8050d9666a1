import type { NewGroup, Person } from "../../../protocol.ts";
import { h } from "../dom.ts";
import { askForm, checkBox, textField } from "../overlay/dialog.ts";
import { t } from "../words.ts";

/** The owner and the bot are always members. */
export async function askGroup(owner: Person, people: readonly Person[]): Promise<NewGroup | undefined> {
	const others = people.filter(({ id }) => id !== owner.id);
	const form = await askForm(
		t("New group"),
		t("Create"),
		textField("title", t("Group name"), { required: true, maxlength: 128, autofocus: true }),
		h(
			"fieldset",
			{ class: "checks" },
			h("legend", {}, t("Members")),
			...others.map(({ id, first_name }) => checkBox("member", String(id), first_name, true)),
		),
		checkBox("forum", "yes", t("With topics"), false),
	);
	if (!form) return undefined;
	const members = form.getAll("member").map(Number);
	return { title: String(form.get("title")).trim(), members: [owner.id, ...members], forum: form.has("forum") };
}
