/** Copies a text; returns true if it worked. Browsers allow it only during a click. */
export async function copyText(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		// Without TLS, pages off loopback have no clipboard API; the old command still works there.
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
