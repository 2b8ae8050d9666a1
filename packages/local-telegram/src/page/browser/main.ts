import { readPeople } from "./api.ts";
import { createApp } from "./app.ts";
import { applyTheme } from "./layout.ts";

const retryMs = 1000;

/** Tries again every second, because the server may start later than the page. */
async function start(): Promise<void> {
	const people = await readPeople().catch(() => undefined);
	const [first] = people?.people ?? [];
	if (people && first) createApp(document.body, people, first);
	else setTimeout(() => void start(), retryMs);
}

applyTheme();
void start();
