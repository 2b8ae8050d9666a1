import type { Upload } from "../api.ts";
import { button, h, listen, show } from "../dom.ts";
import { formatSize } from "../history/size.ts";
import { icon } from "../icons.ts";
import { askForm, checkBox, textField } from "../overlay/dialog.ts";
import { t } from "../words.ts";

type Send = (upload: Upload) => void;

export function createAttach(send: Send) {
	const input = h("input", { type: "file", multiple: true, hidden: true, "aria-label": t("Files to send") });
	listen(input, {
		change: () => {
			void offer([...(input.files ?? [])], send);
			input.value = "";
		},
	});
	const open = button({ class: "icon-button", "aria-label": t("Attach a file") }, () => input.click(), icon("attach"));
	return h("span", { class: "attach" }, open, input);
}

async function offer(files: readonly File[], send: Send): Promise<void> {
	for (const file of files) {
		const about = h(
			"div",
			{ class: "document" },
			h("span", { class: "document-icon" }, icon("file")),
			h(
				"span",
				{ class: "document-about" },
				h("span", { class: "document-name" }, file.name),
				h("span", { class: "document-size" }, formatSize(file.size)),
			),
		);
		const caption = textField("caption", t("Caption"), { autofocus: true });
		const picture = file.type.startsWith("image/") ? [checkBox("photo", "yes", t("As a photo"), true)] : [];
		const answer = await askForm(t("Send file"), t("Send"), about, ...picture, caption);
		if (answer) send({ file, caption: String(answer.get("caption") ?? ""), photo: answer.has("photo") });
	}
}

/**
 * Files can be dropped on `target` or pasted into `field`. Returns an overlay, which is visible while files are dragged
 * over `target`.
 */
export function acceptFiles(target: HTMLElement, field: HTMLElement, send: Send): HTMLElement {
	const veil = h("div", { class: "drop-veil" }, h("div", {}, icon("file"), t("Drop files here to send them")));
	show(veil, false);
	target.addEventListener("dragover", (event) => {
		if (!event.dataTransfer?.types.includes("Files")) return;
		event.preventDefault();
		show(veil, true);
	});
	veil.addEventListener("dragleave", () => show(veil, false));
	target.addEventListener("drop", (event) => {
		event.preventDefault();
		show(veil, false);
		void offer([...(event.dataTransfer?.files ?? [])], send);
	});
	field.addEventListener("paste", (event) => {
		const files = [...(event.clipboardData?.files ?? [])];
		if (files.length === 0) return;
		event.preventDefault();
		void offer(files, send);
	});
	return veil;
}
