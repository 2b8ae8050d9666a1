import { readdirSync, readFileSync } from "node:fs";
import { people } from "./subjects/crowd.ts";
import { startBenchWorld } from "./subjects/world.ts";

const chats = people(64);
const tree = (): { bot: number; pg: number; rss: number } => {
	const procs = readdirSync("/proc")
		.filter((d) => /^\d+$/.test(d))
		.flatMap((pid) => {
			try {
				const s = readFileSync(`/proc/${pid}/stat`, "utf8");
				const r = s.slice(s.lastIndexOf(")") + 2).split(" ");
				return [
					{
						pid: +pid,
						ppid: +(r[1] ?? 0),
						cpu: +(r[11] ?? 0) + +(r[12] ?? 0),
						rss: +(r[21] ?? 0) * 4096,
						cmd: readFileSync(`/proc/${pid}/cmdline`, "utf8"),
					},
				];
			} catch {
				return [];
			}
		});
	const bot = procs.find((p) => p.cmd.includes("subjects/bot.ts") && p.ppid === process.pid);
	const master = procs.find(
		(p) => p.cmd.includes("bench-") && p.cmd.includes("postgres") && p.cmd.includes("-D") && mine(p.cmd),
	);
	const pg = procs.filter((p) => p.ppid === master?.pid).reduce((a, p) => a + p.cpu, 0);
	return { bot: (bot?.cpu ?? 0) * 10, pg: pg * 10, rss: (bot?.rss ?? 0) / 1e6 };
};
let dir = "";
const mine = (cmd: string) => cmd.includes(dir);
{
	await using world = await startBenchWorld(JSON.parse(process.env["S"] ?? "{}"));
	dir = world.serverLog.split("/").slice(0, 3).join("/");
	const job = { chats, say: "/help", until: "What the bot can do", atOnce: 64 };
	await world.crowd.do({ chats, say: "/start", until: "Welcome", atOnce: 64 });
	const idle = tree().rss;
	await world.crowd.do({ ...job, ms: 4000 });
	const b = tree();
	const { latencies, seconds } = await world.crowd.do({ ...job, ms: 8000 });
	const a = tree();
	const n = latencies.length;
	console.log(
		`${(n / seconds).toFixed(0)}/s bot ${((a.bot - b.bot) / n).toFixed(3)} ms, pg ${((a.pg - b.pg) / n).toFixed(3)} ms per update; rss ${idle.toFixed(0)} -> ${a.rss.toFixed(0)} MB`,
	);
}
process.exit();
