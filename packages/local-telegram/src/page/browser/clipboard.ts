/** False if the browser does not allow it. Browsers allow it only in the handler of an input event such as a click. */
export async function copyText(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		return copyBySelection(text);
	}
}

function copyBySelection(text: string): boolean {
	const field = document.createElement("textarea");
	const before = document.activeElement;
	field.value = text;
	field.className = "offscreen";
	document.body.append(field);
	field.select();
	const copied = document.execCommand("copy");
	field.remove();
	if (before instanceof HTMLElement) before.focus();
	return copied;
}
