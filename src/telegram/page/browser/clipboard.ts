/** Copies a text. Returns true if that worked. Browsers allow it only while they handle a click. */
export async function copyText(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		// Pages that are neither on loopback nor served with TLS have no clipboard API. The older copy command still
		// works there.
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
