/** Copies a text; true when it worked. Needs the tap that led to it, as every browser demands. */
export async function copyText(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		// Off loopback a page without TLS has no clipboard interface; the old command still works there.
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
