export function walkMessages(scroller: HTMLElement): void {
	scroller.addEventListener("keydown", (event) => {
		const { target } = event;
		const onMessage = target instanceof HTMLElement && target.matches(".message");
		if (target !== scroller && !onMessage) return;
		if (event.key === "Enter" && onMessage) return openMenuOf(target);
		const next = neighbour(scroller, onMessage ? target : null, event.key);
		if (!next) return;
		event.preventDefault();
		next.focus();
		next.scrollIntoView({ block: "nearest" });
	});
}

function neighbour(scroller: HTMLElement, current: HTMLElement | null, key: string): HTMLElement | undefined {
	const messages = [...scroller.querySelectorAll<HTMLElement>(".message:not(.leaving)")];
	const index = current ? messages.indexOf(current) : messages.length;
	if (key === "ArrowUp") return messages[index - 1];
	if (key === "ArrowDown") return messages[index + 1];
	if (key === "Home") return messages[0];
	return key === "End" ? messages.at(-1) : undefined;
}

function openMenuOf(message: HTMLElement): void {
	const { left, top, height } = (message.querySelector(".bubble") ?? message).getBoundingClientRect();
	message.dispatchEvent(
		new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX: left + 24, clientY: top + height / 2 }),
	);
}
