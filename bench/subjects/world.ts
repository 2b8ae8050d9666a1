import { chooseAddress } from "@domains/kit/http/listen.ts";
import { connect, type Database } from "@domains/kit/postgres/connect.ts";
import { basePath } from "@domains/trading-service/index.ts";
import { openEnvironment } from "../environment.ts";
import { startChild } from "./child.ts";
import { type Crowd, startCrowd } from "./crowd.ts";

export interface BenchWorld extends AsyncDisposable, Database {
	crowd: Crowd;
	/** The application's database. */
	url: string;
	serverLog: string;
	/** The built-in service. */
	service: string;
	/** The account is that of the token. */
	connect(chat: number, token: string): Promise<void>;
}

/** Runs in a separate process. `settings` are those of the application's PostgreSQL server. */
export async function startBenchWorld(settings: Record<string, string> = {}): Promise<BenchWorld> {
	await using stack = new AsyncDisposableStack();
	const { url, serverLog } = stack.use(await openEnvironment(settings));
	const crowd = stack.use(await startCrowd());
	const { port, url: origin } = await chooseAddress({ host: "127.0.0.1", port: 0 });
	stack.use(await startChild("bot.ts", [url, crowd.url, String(port)]));
	const database = stack.use(connect(url, { max: 4 }));
	const parts = stack.move();
	return {
		...database,
		url,
		serverLog,
		crowd,
		service: origin + basePath,
		async connect(chat, token) {
			const once = { chats: [chat], atOnce: 1 };
			await crowd.do({ ...once, say: "/start", until: "Welcome" });
			await crowd.do({ ...once, say: `/connect ${token}`, until: "Connected with the token" });
		},
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}
