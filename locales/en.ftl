# All texts of the bot. Messages are HTML for Telegram. Buttons and toasts are plain text.
# A test checks that all locales have the same keys with the same variables.

language-name = English
bot-about = Buy and manage domains in Telegram.
bot-description =
    Search, buy and manage domains right in Telegram, and get an alert the moment anything changes.

    Tap Start, then send a name like my-shop.com.

## Buttons that many screens share

button-again = ↻ Try again
button-back = ‹ Back
button-connect = 🔑 Connect account
button-connection-check = 🩺 How to fix it
button-first = ⏮ { $page }
button-home = 🏠 Home
button-last = { $page } ⏭
button-more = ⋯ More
button-next = Next ›
button-previous = ‹ Previous
button-refresh = ↻ Refresh
duration-days = { $days } d { $hours } h
duration-hours = { $hours } h { $minutes } min
duration-minutes = { $minutes } min

sandbox-note = 🧪 Sandbox: play money, nothing is really bought.
copy-age = ⚠️ The registrar isn’t responding: last read { $time }.
moment-at = at { $time }
price-pair = { $first }, then { $renewal }/yr
price-unknown = price unknown

## Home and help

home-title = <b>🏠 Home</b>
home-greeting = 👋 Welcome!
home-hint = Send a domain (<code>example.com</code>), a keyword (<code>coffee</code>), or a list of names.
home-welcome =
    { $service ->
        [none] Search, register and manage domains in this chat.
       *[other] Search, register and manage domains at { $service }, right in this chat.
    }

    { $sandbox ->
        [true] Try everything in a sandbox with play money, or connect your account.
       *[other] To buy and manage domains, connect your account.
    }

    Then tap an example, or send a domain, a keyword or a whole list.
home-examples = Tap an example, or send a domain, a keyword or a whole list.
home-example-list = 📋 List of 3 names
home-account =
    { $money ->
        [sandbox] 🧪 Sandbox account <b>{ $user }</b>
       *[other] Account <b>{ $user }</b>
    }
home-balance-old = Balance: <b>{ $money }</b> (last known: the registrar did not answer in time)
home-count =
    { $count ->
        [one] 1 domain
       *[other] { $count } domains
    }
home-expired =
    { $count ->
        [one] ⌛ Expired: 1 domain
       *[other] ⌛ Expired: { $count } domains
    }
home-next =
    { $money ->
        [none] Next to expire: { $name }, { $date }
       *[other] Next to expire: { $name }, { $date }. Renewal: { $money }
    }
home-due = ⏰ Expiring within 60 days: { $count }
home-due-cost =
    { $both ->
        [true] Renewing all of these: { $money }
       *[other] Renewal: { $money }
    }
home-blocked = ⛔ Blocked: { $count }
home-open-expired = ⌛ Show { $count } expired
home-open-blocked = ⛔ Show { $count } blocked
home-need-you = ✋ Needs your answer: { $count }
home-in-doubt = ⏳ No answer yet: { $count }. We’re checking.
home-list =
    { $count ->
        [one] list of 1 name
       *[other] list of { $count } names
    }
home-renew = ⏰ Renew { $count } due soon
home-state-needs-whitelist =
    { $owned ->
        [true] ⚠️ This bot’s IP isn’t on the account’s whitelist. Fix it under <b>Account</b>.
       *[other] ⚠️ This bot’s IP isn’t on the account’s whitelist. Open <b>Account</b> to see how to fix it.
    }
home-state-needs-token =
    { $owned ->
        [true] ⚠️ The token stopped working. Under <b>Account</b>, turn the API back on or create a new token.
       *[other] ⚠️ The token stopped working: it was replaced, or the API is off. Send a new token with /connect, or test it again under <b>Account</b>.
    }
home-state-unproved = ⚠️ This token is not verified yet: the registrar has not answered.
home-cancelled = Cancelled. Nothing was bought or changed.
home-cancelled-what =
    { $goesOn ->
        [true] Cancelled: { $what }. Nothing was bought or changed. What you confirmed earlier continues.
       *[false] Cancelled: { $what }. Nothing was bought or changed.
    }
home-resume = ▶️ Continue: { $name }
home-nothing = Nothing to cancel.
home-domains = 🌐 My domains
home-operations = 🧾 Orders
home-accounts = 💳 Account
home-settings = ⚙️ Settings
home-watched = 🔔 Watched
home-help = ❓ Help
home-language = 🌍 Language
home-connect = 🔑 Connect my account
home-sandbox = 🧪 Open a sandbox

help-top = <b>❓ What you can do here</b>
help-line = /{ $command } — { $does }
help-choose = Choose a topic, or send <code>/help</code> and a word, such as <code>/help renew</code>.
help-unknown = There is no topic “{ $input }”. This one comes closest:
help-title = <b>❓ { $name }</b>
help-open = ▶️ Open
help-typing =
    Just type: a domain (<code>example.com</code>), a keyword (<code>example</code>), a list, or an order number (<code>#4K7Q</code>).

    A change fits in one line: <code>/dns example.com www A 203.0.113.5</code> or <code>/ns example.com ns1.host.net ns2.host.net</code>

    Nothing is bought until you tap the green <b>Pay</b>. Only auto-renew and standing orders buy without a tap, up to the price you set.
help-support = 💬 Support
help-words-search = Search, find
help-words-prices = Prices, price, extensions, tld
help-words-buy = Buy, register, order
help-words-watch = Watch, watched, notify
help-words-domains = Domains, portfolio, list
help-words-tags = Tags, tag, label, labels, note, notes
help-words-renew = Renew, renewal, expiry, auto-renew
help-words-dns = DNS, records, record, zone
help-words-nameservers = NS, nameserver, name servers
help-words-edge = Edge, edge profile, cdn
help-words-templates = Templates, template, presets
help-words-restore = Restore, undo, backup, restore points
help-words-files = Import, export, file, files, csv
help-words-alerts = Alerts, alert, notifications, reminders
help-words-orders = Orders, order, history, changes
help-words-spending = Spending, money, balance, top up
help-words-limits = Limits, limit, cap
help-words-freeze = Freeze, lock, stop, stolen
help-words-accounts = Accounts, connect, disconnect, sandbox
help-words-programs = Programs, program, agent, mcp
help-words-api = API, token, whitelist, webhook
help-words-settings = Settings, language, time zone
help-words-privacy = Data, my data, privacy, delete
help-words-groups = Groups, group, team
help-topic-search = Send a name such as <code>example.com</code>, a keyword such as <code>coffee</code>, or a whole list. You can also send a .txt or .csv file.
help-topic-prices = The price list has the first year and the renewal of each extension. <code>/prices com</code> shows one.
help-topic-buy = Send a name and tap <b>Register</b>. You see the price and the renewal price first. Nothing is bought until you tap the green <b>Pay</b>.
help-topic-watch = <code>/watch example.com 40</code> tells you once when the name is available for $40 or less. It buys nothing.
help-topic-domains = My domains lists what you own. Send a name or a word to find one. <b>Select</b> changes several at once.
help-topic-tags = A tag groups your domains: open a domain, then <b>Tags and note</b>. To find them again, send <code>#sale</code> or <code>#sale .de</code>.
help-topic-renew = <code>/renew example.com 2</code> renews for two years. Auto-renew is under a domain, then <b>Renewal</b>. It never pays more than your price.
help-topic-dns = Open a domain, then <b>DNS</b>. Or type the record: <code>www.example.com A 203.0.113.5</code>. You see the change before it is applied, and can undo it.
help-topic-nameservers = <code>/ns example.com ns1.host.net ns2.host.net</code> replaces the nameservers. Or open a domain, then <b>DNS</b>.
help-topic-edge = An edge profile puts a network of the registrar before the website. <code>/edge example.com main</code> connects the profile “main”.
help-topic-templates = A template adds the records of a mail or website provider at once. Open a domain, then <b>DNS</b> › <b>More</b> › <b>Templates</b>. You can save your own.
help-topic-restore = We save a restore point before each change here. Open a domain, then <b>DNS</b> › <b>More</b> › <b>Restore points</b>. Restoring can be undone too.
help-topic-files = Open a domain, then <b>DNS</b> › <b>More</b> › <b>Import/export</b>. Zone files, CSV and JSON work. You see what changes before it is applied.
help-topic-alerts = Alerts say what happened without you, reminders what expires. <b>Notifications</b> has all switches, also for one domain or one tag.
help-topic-orders = Each order and change has a reference such as <code>#4K7Q</code>. Send it to see the result, the steps and <b>Undo</b>.
help-topic-spending = Your balance is under <b>Account</b>. <b>Add money</b> and <b>Spending</b> by month are there too.
help-topic-limits = <b>Account</b> › <b>Limits</b> has three: a daily limit, an amount above which we ask twice, and a low-balance alert.
help-topic-freeze = A freeze stops new orders and changes here, for everyone connected. For one domain: <code>/freeze example.com</code>. It doesn’t stop programs that have the token.
help-topic-accounts = Several accounts can be connected. <b>Account</b> › <b>Accounts</b> switches, adds and disconnects.
help-topic-programs = A program, such as an AI agent, may propose orders and changes within the limits that you set. Only your tap pays.
help-topic-api = <b>Account</b> › <b>API</b> has the token, the IP whitelist, the webhook with its log, and defaults for orders.
help-topic-settings = <b>Settings</b> has notifications, language, time zone and your data.
help-topic-privacy = <code>/privacy</code> sends all that we keep about you as a file, or deletes it.
help-topic-groups = In a group we only answer with a link to the private chat. Never send a token in a group.

command-start = Home
command-search = Search domains: /search example
command-prices = Price list: /prices com
command-domains = My domains (add a word to search)
command-renew = Renew: /renew example.com 2
command-expiring = Expiring domains: /expiring 60
command-dns = DNS records: /dns example.com
command-ns = Nameservers: /ns example.com
command-edge = Edge profile: /edge example.com main
command-freeze = Freeze orders: /freeze example.com
command-watch = Watch a name: /watch example.com 40
command-alerts = Choose your alerts
command-deliveries = Webhook delivery log
command-account = Balance, limits and access
command-api = Token, whitelist, webhook, defaults
command-orders = My orders and changes
command-ops = My orders and changes
command-op = One order or change: /op 4K7Q
command-spending = Spending by month
command-connect = Connect an account by token
command-settings = Notifications, language, time zone
command-language = Choose a language
command-help = What you can do here
command-cancel = Cancel the current step

## What is not understood

unknown-text = We didn’t get that. Send a domain such as <code>example.com</code>, or a keyword to search.
unknown-thanks = You’re welcome! Send a domain or a keyword to search again.
unknown-answer = There is no open question. Choose an action, or send a domain.
unknown-command = There is no such command. Did you mean:
unknown-file = This file can’t be used here. For a list of names, send a <code>.txt</code> or <code>.csv</code> file.
unknown-file-large = This file is too large. A list file can have up to 2 MB. Split it, or send the names as text.
unknown-file-binary = This isn’t a text file. Save the names as <code>.txt</code> or <code>.csv</code>, then send it again.
unknown-file-unavailable = The file couldn’t be downloaded from Telegram. Send it again.
unknown-file-unreadable = We couldn’t open this file. Send the text as a message, or tell the bot’s admin: the files of its Telegram server can’t be read.
unknown-file-empty = No domain names found in this file. Put one name on each line.
unknown-file-slow = This file takes too long to read. Split it, then send the parts.
unknown-file-token = 🔒 This file may contain an API token, so nothing was stored. Delete your message, remove the token, then send the file again.
unknown-file-token-deleted = 🔒 This file may contain an API token, so we deleted your message and stored nothing. Remove the token, then send the file again.
unknown-sticker = Nice one! But only text works here: send a domain such as <code>example.com</code>.
unknown-list = This list couldn’t be read. Send fewer names at a time, one per line.
unknown-zone-file-long = This text is long, so Telegram may have split it. Send it as a file instead.
unknown-zone-file-large = This file is too large. A DNS file can have up to 1 MB and 10,000 lines. Delete its comments, or split it.
unknown-zone-file-binary = This isn’t a text file. Send a zone file, CSV or JSON.
unknown-other = Only text works here. Send a domain such as <code>example.com</code>.
unsupported-transfer = Transfers aren’t possible here: the registrar’s API doesn’t offer them. Start the transfer on the registrar’s website, or ask its support.
unsupported-auth-code = Auth codes aren’t available here: the registrar’s API doesn’t give them out. Get the code on the registrar’s website, or from its support.
unsupported-registry-lock = Registry locks can’t be changed here: the registrar’s API doesn’t offer it. Change them on the registrar’s website.
unsupported-contacts = Contacts can’t be changed here: the registrar’s API doesn’t offer it. Edit them on the registrar’s website.
unsupported-dnssec = DNSSEC can’t be set up here: the registrar’s API doesn’t offer it. Set it up on the registrar’s website.
unsupported-deletion = Domains cannot be deleted here: the registrar’s API does not offer it. To give a domain up, let it expire.
unsupported-sale = Domains can’t be sold here: the registrar’s API doesn’t offer it. List the name at a marketplace, then set the nameservers that it gives you.
unsupported-backorder = Backorders aren’t possible here: the registrar’s API doesn’t offer them. Watch the name, and we’ll message you when it’s available.
unsupported-appraisal = Appraisals aren’t available here. Search the name to see what the registrar charges for it.
unsupported-withdrawal = Money cannot be paid out here: the registrar’s API does not offer it. Ask the registrar’s support.
unsupported-refund = We cannot refund orders: the registrar’s API does not offer it. Find the order number under Orders, then ask the registrar’s support.
unsupported-unread = We didn’t get that. Nothing was changed. Try a shorter sentence, such as <code>renew example.com for 2 years</code>.
unsupported-watched = 🔔 Watched names
unsupported-prices = 💲 Prices
unsupported-search = 🔎 Search these words
request-misspelt = Did you mean “{ $text }”?
request-misspelt-yes = ✅ Yes, that’s it
question-edited = ✏️ Edits to old messages don’t count. Send your answer as a new message.
outdated =
    { $left ->
        [true] This step was closed because you started something else. Start again.
       *[other] This step expired. Start again.
    }
outdated-again = ↻ Start again
outdated-search = 🔎 Search this name
apology =
    Something went wrong on our side. If you have just confirmed an order or a change, check Orders before you try again.

    Error code: { $reference }
apology-slow = That took too long. Anything you confirmed is in Orders and is not charged twice. Check there, then try again.
apology-down = We’re having problems. Try again in a few minutes. If you have just confirmed an order or a change, check Orders first.
tap-outdated = That button was out of date. Here is the latest.
tap-foreign = Only the person who started this can use these buttons.
private-bot = This bot is private.
rate-limit-warning = ⏳ Too many messages: the last one was ignored. Send it again in a minute.
group-private = This bot works only in private chats.
group-token = ⚠️ { $name }, you just posted a token here, and everyone in this group may have seen it.
group-token-yours = ⚠️ You just posted a token in the group “{ $group }”, and everyone there may have seen it.
group-token-deleted = We deleted the message and didn’t use the token.
group-token-stands = We didn’t use the token, but we can’t delete messages in that group. <b>Delete the message yourself.</b>
group-token-advice = <b>Revoke it now</b>: create a new token in your registrar account. Send that one only in a private chat with this bot.
group-open = Open private chat

## Connecting

connect-ask =
    <b>🔑 Connect your account</b>

    { $service ->
        [none] Send the API token of your registrar account. Find it there under <b>Profile → API</b>.
       *[other] Send the API token of your { $service } account. Find it there under <b>Profile → API</b>.
    }
connect-pending =
    { $sandbox ->
        [true] Open one here in one tap, then continue with <b>{ $name }</b>.
       *[other] Connect one, then continue with <b>{ $name }</b>.
    }
connect-pending-prices = the price list
connect-pending-list = your list ({ $name } …)
connect-safety = We delete your message right away, store the token encrypted, and show only its last four characters.
connect-malformed = ❌ That doesn’t look like a token. Copy the whole token and send it alone, in one message.
connect-refused-still = ❌ Still rejected: the API is off, or the token was replaced. Turn the API on and test again, or send the new token.
connect-refused = ❌ Token rejected. Send the current one: this one is mistyped or replaced, or the API is off.
connect-no-sandbox = ❌ There is no sandbox here: this bot uses a live registrar. Send your API token instead.
connect-sandbox-frozen = ❌ Your sandbox is frozen, so its token cannot be replaced. Unfreeze it first (Account → Freeze), or send the current token.
connect-undeleted = ⚠️ Your message with the token couldn’t be deleted. Delete it yourself.
connected-done = ✅ <b>Connected</b> with the token …{ $last4 }
connected-balance = Balance: <b>{ $money }</b>
connected-waiting = 🧾 Waiting for you: { $count }
connected-others =
    { $count ->
        [one] 1 other person is connected to this account.
       *[other] { $count } other people are connected to this account.
    }
connection-check-title = <b>🩺 One step left</b>
connection-check-why =
    { $service ->
        [none] Your token works, but this bot’s IP is not on the account’s whitelist. Add:
       *[other] Your token works, but this bot’s IP is not on the whitelist of your { $service } account. Add:
    }
connection-check-unknown = This bot’s IP address (ask the bot’s admin).
connection-check-steps =
    { $count ->
        [one] 1. Copy the address.
       *[other] 1. Copy the addresses.
    }
    { $count ->
        [one] 2. In your registrar account, open <b>Profile → API → IP whitelist</b> and add it.
       *[other] 2. In your registrar account, open <b>Profile → API → IP whitelist</b> and add them.
    }
    3. Come back and tap <b>Test again</b>.
connection-check-owned = Open the whitelist and tap <b>Add this bot’s IPs</b>.
connection-check-still = ❌ Still blocked. Add the IP, wait a minute, then test again.
connection-check-working = For now, you’re still using account <b>{ $user }</b> (…{ $last4 }).
connection-check-kept = Your token is saved. Tap <b>Test again</b> in a few minutes.
connection-check-copy = 📋 { $address }
connection-check-test = ↻ Test again
disconnect-ask =
    { $last4 ->
        [none] <b>Disconnect this account?</b>
       *[other] { $user ->
            [none] <b>Disconnect the account with token …{ $last4 }?</b>
           *[other] <b>Disconnect account { $user } (…{ $last4 })?</b>
        }
    } Its token is deleted here. You can reconnect at any time.
disconnect-open = ⚠️ Still in progress: { $count }. You won’t get the result here.
disconnect-yes = Disconnect account
disconnect-done = Account disconnected, token deleted.
connections-title =
    { $count ->
        [0] No account is connected.
        [one] <b>1 account is connected.</b>
       *[other] <b>{ $count } accounts are connected.</b> Tap the one to use.
    }
connections-active = ✅ { $user } · …{ $last4 }
connections-other = { $user } · …{ $last4 }
connections-unproved = ❔ not verified
connections-add = ➕ Connect another

account-shared-told =
    { $name ->
        [none] 👤 Someone connected to your account <b>{ $user }</b> with token …{ $last4 }.
       *[other] 👤 <b>{ $name }</b> connected to your account <b>{ $user }</b> with token …{ $last4 }.
    }
account-shared-since = Connected: { $time }
account-shared-advice =
    { $here ->
        [true] Not expected? Disconnect them and create a new token under <b>Account → API → Token</b>.
       *[other] Not expected? Disconnect them and create a new token in your registrar account.
    }
account-shared-refuse = Disconnect them
account-shared-refused =
    { $name ->
        [none] ✅ Disconnected. Create a new token in your registrar account too: theirs still works outside this bot.
       *[other] ✅ Disconnected <b>{ $name }</b>. Create a new token in your registrar account too: theirs still works outside this bot.
    }
account-shared-refused-here =
    { $name ->
        [none] ✅ Disconnected. Create a new token too: theirs still works outside this bot.
       *[other] ✅ Disconnected <b>{ $name }</b>. Create a new token too: theirs still works outside this bot.
    }
account-shared-frozen = ❌ This person is protected by a freeze. To disconnect them, unfreeze it first (Account → Freeze).
account-shared-gone = They are no longer connected to your account.
access-lost-told = 🔒 Token …{ $last4 } of account <b>{ $user }</b> stopped working: someone created a new one.
access-lost-advice =
    { $owned ->
        [true] Send the new token, or create one under <b>Account → API</b>.
       *[other] You will not see this account’s orders, changes or alerts until you reconnect. Ask the account owner for the new token and send it here.
    }
access-lost-over =
    { $now ->
        [connected] ✅ You’re connected to this account again.
       *[left] You’re no longer connected to this account.
    }
access-removed-told =
    { $name ->
        [none] 🔒 Another user disconnected you from account <b>{ $user }</b>. Your token was deleted here.
       *[other] 🔒 <b>{ $name }</b> disconnected you from account <b>{ $user }</b>. Your token was deleted here.
    }
access-removed-other = You’re now using account <b>{ $user }</b>.
access-removed-advice = You will not see that account’s orders, changes or alerts until you reconnect. Ask the account owner for its token and send it here.

## Account

account-title = <b>💳 Account { $user }</b>, token …{ $last4 }
account-unproved = <b>🔑 Token …{ $last4 }</b>, not verified yet
account-balance = Balance: <b>{ $money }</b>
account-api =
    { $on ->
        [true] API: on
       *[other] API: <b>off</b>
    }
account-webhook =
    { $on ->
        [true] Webhook: on
       *[other] Webhook: off
    }
account-events-none = 🔕 Alerts for this account aren’t set up yet. Set them up under <b>Account → API</b>.
account-events-elsewhere = 🔕 Webhooks go to another URL, so this bot can’t show alerts. Change it under <b>Account → API</b>.
account-whitelist = IP whitelist:
account-whitelist-more =
    { $count ->
        [one] … and 1 more
       *[other] … and { $count } more
    }
account-whitelist-empty = IP whitelist: empty. The registrar blocks all API requests.
account-defaults = Order defaults:
account-money = ➕ Add money
account-limits = 💸 Limits
account-connections =
    { $count ->
        [one] 🔁 Accounts
       *[other] 🔁 Accounts ({ $count })
    }
account-disconnect = Disconnect { $user }
account-profile = 🔑 API
account-deliveries = 📮 Delivery log

## Trouble with the registrar

trouble-not-connected = No account is connected yet.
trouble-left-account = You are no longer connected to this account. Reconnect it with its token to continue.
trouble-unproved = This token is not verified yet: the registrar has not answered. Test it again, or choose another account.
trouble-unauthorized =
    { $here ->
        [true] Your token stopped working: it was replaced, or the API is off. Check <b>Account → API</b>, or send the new token.
       *[other] Your token stopped working: it was replaced, or the API is off. Send the new token, or turn the API on and test again.
    }
trouble-forbidden = This bot’s IP isn’t on the account’s whitelist.
trouble-rate-limited =
    { $time ->
        [none] Too many requests. Try again in a moment.
       *[other] Too many requests: this token is paused. Another app may be using it. End of the pause: { $time }.
    }
trouble-paced = Busy: your request is queued. Expected start: { $time }.
trouble-service-down = The registrar isn’t responding. Nothing was changed.
trouble-slow = The registrar is slower than usual. Nothing was changed.
trouble-refused = The registrar refused this request.

## Search

search-ask =
    <b>🔎 Search domains</b>

    Send a domain (<code>example.com</code>), a keyword (<code>example</code>), or a list.
search-prices = 💲 Price list
search-mail-domain = 🔎 Search { $name }
search-none = No domain names found in your message.
name-invalid = { $name } isn’t a domain.
name-invalid-untold = That isn’t a domain.
name-problem-empty = It has no letters or digits.
name-problem-empty-label = It has two dots in a row or starts with a dot. Remove that dot.
name-problem-label-too-long = Each part can have at most 63 characters. This one has { $part }.
name-problem-name-too-long = A name can have at most 253 characters.
name-problem-character = “{ $part }” isn’t allowed. Use letters, digits and hyphens.
name-problem-spaces = Names have no spaces. Try { $part }.
name-problem-no-name = There is no domain name in it.
name-problem-symbol = “{ $part }” isn’t allowed. Use letters, digits and hyphens.
name-problem-hyphen = “{ $part }” starts or ends with a hyphen. Remove that hyphen.
name-problem-reserved-hyphens = The third and fourth characters of “{ $part }” are hyphens. Such names are reserved.
name-problem-direction-mark = It contains invisible marks that change the reading direction. Type it by hand.
name-problem-direction = It mixes left-to-right and right-to-left letters.
name-problem-joiner = It contains an invisible joiner that isn’t allowed there. Type it by hand.
name-problem-punycode = “{ $part }” is encoded wrongly. Type the name in its own letters.
name-problem-no-ending = Add an extension, such as .com.
name-problem-address = That’s an IP address.
name-problem-mail-address = That’s an email address. Its domain is { $part }.
name-problem-elsewhere = Line { $part }. It isn’t in the column of names.
name-problem-refused = The registrar rejected this name.
name-warning-mixed =
    { $like ->
        [none] ⚠️ Look-alike letters: this name mixes alphabets ({ $scripts }) and could be mistaken for another domain.
       *[other] ⚠️ Look-alike letters: this name mixes alphabets ({ $scripts }). It looks like { $like } and is another domain.
    }
name-warning-looks-latin =
    { $latin ->
        [true] ⚠️ Look-alike letters: this name has unusual Latin letters. It looks like { $like } and is another domain.
       *[false] ⚠️ Look-alike letters: this name ({ $scripts }) reads like a Latin one: { $like }. It is another domain.
    }
offer-free = ✅ { $name } is available
offer-taken = ❌ { $name } is taken.
offer-similar =
    Similar names that are available (💎 premium):
offer-inside = ℹ️ { $name } is a subdomain. Only { $whole } can be registered.
offer-joined = Your words as one name: { $name }
offer-joined-search = 🔎 { $name }
offer-yours = 🌐 { $name } is yours.
offer-not-sold = { $name }: this extension isn’t sold here.
offer-price = First year: <b>{ $money }</b>
offer-renewal = Renews at { $money }/yr
offer-premium = 💎 Premium name
offer-register = Register
offer-others = Other extensions
offer-watched = 🔔 You’re watching this name.
offer-watch = 🔔 Watch this name
offer-watch-price = 🔔 Watch the price
watch-title = <b>🔔 Watched names</b>
watch-none = You’re not watching any names yet. Search for a taken name and tap “Watch this name”, or send <code>/watch example.com 40</code>.
watch-every = We check every 15 minutes and buy only what you allow. Add a name: <code>/watch example.com 40</code>
watch-full = You’re already watching 200 names. Stop watching one of them first.
watch-invalid = Send a name and your top price: <code>/watch example.com 40</code>
watch-stopped = ✅ You’re no longer watching { $name }.
watch-gone = You’re no longer watching this name.
watch-not-watched = You’re not watching { $name }.
watch-name = 🔔 { $name }
watch-goal-any = We’ll message you once, when it’s available.
watch-goal-under = We’ll message you once, when it’s available for { $money } or less.
watch-now-none = Not checked yet.
watch-now-taken = Taken at the last check: { $time }.
watch-now-available = Available at the last check: { $time }. First year: { $money }.
watch-failed =
    { $why ->
        [unauthorized] ⚠️ The last check failed: the token no longer works. Send the current one with /connect.
        [forbidden] ⚠️ The last check failed: our IP isn’t on the whitelist. Add it there.
        [rate_limited] ⚠️ The last check failed: the registrar paused the token for some minutes. We’ll try again.
        [refused] ⚠️ The last check failed: the registrar refused the search.
       *[other] ⚠️ The last check failed: the registrar didn’t answer. We’ll try again.
    }
watch-ends = Checked every 15 minutes until { $date }.
watch-any-price = Any price
watch-offer = 🔎 Search it now
watch-other-account = Account { $user } watches this name. You’re using another account now.
watch-switch = 👤 Use that account
watch-extend = Extend by a year
watch-stop = Stop watching
# wording-ok: the person speaks to the bot
buy-for-me = 🛒 Buy it for me
buy-off = Only notify
buy-extend = Extend order by 1 yr
buy-goal = 🛒 We’ll buy it for { $money } or less.
buy-ask = The most to pay for the first year of { $name }, in dollars:
buy-confirm = <b>🛒 Buy { $name } for you?</b> When it is available for { $money } or less, we buy it for one year. We will not ask again.
buy-instead = We ask you instead if the price is higher, unknown or premium. We also ask if your balance or limits are too low, or if orders are frozen.
buy-allow = Buy up to { $money }
buy-saved = ✅ Allowed. You get the receipt here.
buy-asks-ceiling = 🛒 Available, but above your price. Nothing was charged.
buy-asks-unknown = 🛒 Available, but the price is unknown. Nothing was charged.
buy-asks-premium = 🛒 Available, but at a premium price. Nothing was charged.
buy-asks-money = 🛒 Available, but your balance is too low. Nothing was charged.
buy-asks-cap = 🛒 Available, but this would exceed your daily limit. Nothing was charged.
buy-asks-sum = 🛒 Available, but the price is over your double-check limit. Nothing was charged.
buy-asks-frozen = 🛒 Available, but orders are frozen. Nothing was charged.
shortlist-title = { $name }: { $free } of { $total } extensions available
shortlist-none = No extensions are available for { $name }. Send another name.
offers-unchecked = ⚠️ This registrar doesn’t check lists: a name may be taken. A taken one is refused, and you aren’t charged.
shortlist-hint = Available (💎 premium):
shortlist-premium = 💎 Premium price
shortlist-similar = Similar names
shortlist-filter-under = Under { $money }
shortlist-filter-fair = No renewal traps
shortlist-filter-none = Clear filters
shortlist-filtered-none = No extension matches the filters. Clear them to see all.
shortlist-offer = { $name } { $money }
shortlist-yours = 🌐 { $name } · yours
shortlist-taken =
    Taken: { $names }{ $more ->
        [0] { "" }
       *[other] { " " }and { $more } more
    }

## Registering

register-years-ask = How many years for { $name }? Tap, or send a number from 1 to 10.
register-years-bad =
    { $most ->
        [1] Send 1, not “{ $input }”: only one year is possible.
       *[other] Send a number from 1 to { $most }, not “{ $input }”.
    }
register-years-number = Send the number of years, such as 1.
register-years-button =
    { $count ->
        [one] { $count } year
       *[other] { $count } years
    }
register-label-ask = Send a label for { $name }. It also becomes a tag of the domain.
register-label-remove = No label
register-reference-ask = Send your own reference for { $name }, such as a PO number.
register-reference-remove = No reference
register-reference-bad = Send one line of at most 200 characters.
register-add-label = Set label
register-add-reference = Set reference
register-add-profile = 🛡 Set edge profile
register-profile-ask = Choose an edge profile for { $name }, or send its name.
register-profile-remove = Use account default
register-profile-bad-key = ⚠️ An edge profile can’t have this name.
register-profile-missing = ⚠️ There is no edge profile with this name.
register-profile-off = ⚠️ This edge profile is off. Turn it on, or choose another.
register-profile-zone = ⚠️ This edge profile doesn’t cover every extension of the order.
register-change = Options
register-keep = Keep as it is
order-names = Edit one by one
order-names-title =
    { $count ->
        [one] <b>{ $count } domain in this order</b>
       *[other] <b>{ $count } domains in this order</b>
    }
order-names-how =
    { $kind ->
        [renew] Tap a domain to change its years or label.
       *[other] Tap a domain to change its years, label or edge profile.
    }
order-names-select = Untick the domains you don’t want.
order-names-remove = ✖️ Remove domains
order-names-keep =
    { $count ->
        [one] Keep { $count } domain
       *[other] Keep { $count } domains
    }
register-busy =
    { $of ->
        [change] Change { $reference } to { $name } is still in progress. Wait until it finishes.
       *[order] Order { $reference } for { $name } is still in progress. Wait until it finishes.
    }
register-rest =
    { $count ->
        [one] Order the other one
       *[other] Order the other { $count }
    }
register-busy-other =
    { $of ->
        [change] Another user of this account has a change in progress for { $name }. Wait until it finishes.
       *[order] Another user of this account has an order in progress for { $name }. Wait until it finishes.
    }
register-no-price = { $name } cannot be ordered now: the registrar gave no price. Try again later.

## Orders

quote-price = Price: <b>{ $money }</b>
quote-price-years =
    { $names ->
        [1] { $count ->
            [one] Price for 1 year: <b>{ $money }</b>
           *[other] Price for { $count } years: <b>{ $money }</b>
        }
       *[other] { $count ->
            [one] Total, { $names } domains × 1 year: <b>{ $money }</b>
           *[other] Total, { $names } domains × { $count } years: <b>{ $money }</b>
        }
    }
quote-paid = Paid until { $before } → <b>{ $after }</b>
quote-over-cap = ⚠️ <b>{ $over }</b> over your daily limit of { $cap }: { $spent } spent.
quote-over-cap-until = The limit resets on { $time }.
quote-over-cap-always = This order alone is above the limit.
quote-over-cap-next =
    { $several ->
        [true] To pay now, change the limit or order fewer domains.
       *[false] To pay now, change the limit.
    }
quote-rose = ⚠️ The price went up from { $before } to <b>{ $now }</b> (+{ $more }). You were not charged. Confirm the new price?
quote-changed = ⚠️ The price changed from { $before } to <b>{ $now }</b>. You were not charged. Confirm the new price?
quote-anew = The price was checked again. You were not charged. Confirm the price?
quote-meanwhile = ⚠️ Something changed. You were not charged. Check what is new and confirm again.
quote-meanwhile-fact =
    { $fact ->
        [expiry] • Expiry date: { $names }
        [renewal-price] • Renewal price: { $names }
        [premium] • Premium price: { $names }
        [defaults] • Order defaults: { $names }
       *[price] • Price: { $names }
    }
quote-rest = The rest:
quote-rest-part =
    { $status ->
        [succeeded] ✅ Done: { $what }
        [failed] ❌ Failed: { $what }
        [running] ⏳ In progress: { $what }
        [unknown] ❔ Checking the result: { $what }
        [needs-human] ✋ Result unknown: { $what }. We will ask you next.
       *[left] ▫️ Left out: { $what }
    }
quote-expected = Estimated price: the registrar may charge a different sum for several years.
quote-renewal =
    { $names ->
        [1] Renews at { $money }/yr
       *[other] All renew for { $money }/yr
    }
quote-pace = ⏳ The registrar takes one order every { $seconds } s: about { $minutes } min for this list.
quote-pace-day = ⚠️ It takes { $most } in 24 hours by API and refuses the rest. You pay only for what it takes.
quote-look-alikes = ⚠️ Look-alike letters: { $names }
quote-premium =
    { $count ->
        [one] 💎 1 premium name
       *[other] 💎 { $count } premium names
    }
quote-external = External reference: { $reference }
quote-balance = Balance now: { $money }
quote-after = Balance after: <b>{ $money }</b>
quote-short = ⚠️ You need <b>{ $money }</b> more.
quote-top-up-play = Not enough play money. Add some, and this order continues.
quote-top-up-shared = Only the person who opened this sandbox can add play money. Ask them to add some.
top-up-play =
    { $money ->
        [none] How much play money should be added? Nothing real is charged.
       *[other] Add { $money } of play money? Nothing real is charged.
    }
top-up-real =
    { $money ->
        [none]
            { $service ->
                [none] Add money in your registrar account. We cannot charge your card.
               *[other] Add money in your { $service } account. We cannot charge your card.
            }
       *[other]
            { $service ->
                [none] Add { $money } in your registrar account. We cannot charge your card.
               *[other] Add { $money } in your { $service } account. We cannot charge your card.
            }
    }
top-up-add = ➕ Add { $money }
operation-top-up-play = 🧪 Add $500
quote-top-up-real =
    { $service ->
        [none] Add money to your registrar account, then tap <b>Refresh price</b>. This order waits for you.
       *[other] Add money to your { $service } account, then tap <b>Refresh price</b>. This order waits for you.
    }
quote-until = Confirm by { $time }.
quote-over =
    { $of ->
        [change] ⌛ This preview expired. Start the change again.
       *[other] ⌛ This price expired. Refresh it to continue.
    }

operation-quoted =
    { $kind ->
        [register] <b>🧾 Register { $what }?</b>
        [renew] <b>🧾 Renew { $what }?</b>
        [dns] <b>🧾 Change the DNS records of { $what }?</b>
        [nameservers] <b>🧾 Change the nameservers of { $what }?</b>
       *[edge] <b>🧾 Connect { $what } to the edge profile?</b>
    }
operation-proposer = 🤖 Proposed by <b>{ $name }</b>, not by you.
operation-confirmed =
    { $kind ->
        [register] ⏳ Placing your order for { $what } …
        [renew] ⏳ Placing your order for { $what } …
       *[other] ⏳ Applying your change to { $what } …
    }
operation-sent =
    { $kind ->
        [register] ⏳ Order sent: { $what }. Waiting for the registrar …
        [renew] ⏳ Order sent: { $what }. Waiting for the registrar …
       *[other] ⏳ Change sent: { $what }. Waiting for the registrar …
    }
operation-progress =
    { $kind ->
        [register] ⏳ <b>{ $done } of { $count } registered</b>
        [renew] ⏳ <b>{ $done } of { $count } renewed</b>
       *[other] ⏳ <b>{ $done } of { $count } changed</b>
    }{ $money ->
        [none] {""}
       *[other] {" · "}{ $money }
    }{ $failed ->
        [0] {""}
       *[other] {" · "}❌ { $failed }
    }
operation-accepted =
    { $kind ->
        [register] ⏳ The registrar is processing your order for { $what }.
        [renew] ⏳ The registrar is processing your order for { $what }.
       *[other] ⏳ The registrar is processing your change to { $what }.
    }
operation-unknown =
    { $kind ->
        [register] ❔ No response yet for { $what }. We are checking, and you will not be charged twice.
        [renew] ❔ No response yet for { $what }. We are checking, and you will not be charged twice.
       *[other] ❔ No response yet for { $what }. We’re checking, and the change isn’t made twice.
    }
operation-tries =
    { $kind ->
        [register] 🔁 Retrying: attempt { $count }, same order.
        [renew] 🔁 Retrying: attempt { $count }, same order.
       *[other] 🔁 Retrying: attempt { $count }, same change.
    }
operation-moved =
    { $kind ->
        [register] 🧾 Order { $reference } continues in a newer message.
        [renew] 🧾 Order { $reference } continues in a newer message.
       *[other] 🧾 Change { $reference } continues in a newer message.
    }
operation-needs-human =
    { $kind ->
        [register] ✋ We couldn’t confirm the registration of { $what }. Check your registrar account, then tell us:
        [renew] ✋ We couldn’t confirm the renewal of { $what }. Check your registrar account, then tell us:
       *[other] ✋ We couldn’t confirm the change to { $what }. Check your registrar account, then tell us:
    }
operation-succeeded =
    { $kind ->
        [register] { $count ->
            [1] ✅ { $what } is registered.
           *[other] ✅ Registered: { $what }.
        }
        [renew] { $count ->
            [1] ✅ { $what } is renewed.
           *[other] ✅ Renewed: { $what }.
        }
        [dns] ✅ DNS records of { $what } updated.
        [nameservers] ✅ Nameservers of { $what } updated.
       *[edge] { $count ->
            [1] ✅ { $what } is connected to the edge profile.
           *[other] ✅ Connected to the edge profile: { $what }.
        }
    }
operation-undone =
    { $count ->
        [1] ❌ { $what } was not registered.
       *[other] ❌ Not registered: { $what }.
    }
operation-failed =
    { $kind ->
        [register] { $count ->
            [1] ❌ { $what } was not registered. Nothing was charged.
           *[other] ❌ Not registered: { $what }. Nothing was charged.
        }
        [renew] { $count ->
            [1] ❌ { $what } was not renewed. Nothing was charged.
           *[other] ❌ Not renewed: { $what }. Nothing was charged.
        }
       *[other] { $count ->
            [1] ❌ { $what } wasn’t changed.
           *[other] ❌ Not changed: { $what }.
        }
    }
operation-elsewhere =
    { $kind ->
        [register] { $count ->
            [1] ↪️ { $what } was registered by another order in your account, not by this one.
           *[other] ↪️ Registered by other orders in your account, not by this one: { $what }.
        }
       *[renew] { $count ->
            [1] ↪️ { $what } was renewed by another order in your account, not by this one.
           *[other] ↪️ Renewed by other orders in your account, not by this one: { $what }.
        }
    }
operation-unattributed =
    { $kind ->
        [register] { $count ->
            [1] ☑️ { $what } is registered in your account. The registrar doesn’t show which order did it.
           *[other] ☑️ Registered in your account: { $what }. The registrar doesn’t show which order did it.
        }
       *[renew] { $count ->
            [1] ☑️ { $what } is renewed. The registrar doesn’t show which order did it.
           *[other] ☑️ Renewed: { $what }. The registrar doesn’t show which order did it.
        }
    }
operation-stored-otherwise = ⚠️ DNS records of { $what } updated, but not as sent.
operation-withdrawn =
    { $kind ->
        [register] ▫️ Cancelled: { $what }. Nothing was charged.
        [renew] ▫️ Cancelled: { $what }. Nothing was charged.
       *[other] ▫️ Cancelled: { $what }. Nothing was changed.
    }
operation-lapsed =
    { $kind ->
        [register] ⌛ The order for { $what } expired before it was sent. Nothing was charged.
        [renew] ⌛ The order for { $what } expired before it was sent. Nothing was charged.
       *[other] ⌛ The change to { $what } expired before it was sent. Nothing was changed.
    }
operation-over =
    { $kind ->
        [register] ⌛ The price for { $what } expired. Nothing was charged. Refresh it to continue.
        [renew] ⌛ The renewal price for { $what } expired. Nothing was charged. Refresh it to continue.
       *[other] ⌛ The preview for { $what } expired. Nothing was changed. Start the change again.
    }
operation-superseded =
    { $kind ->
        [register] ▫️ { $what }: a newer quote replaced this one.
        [renew] ▫️ { $what }: a newer quote replaced this one.
       *[other] ▫️ { $what }: a newer preview replaced this one.
    }
operation-unreplaced =
    { $kind ->
        [nameservers] ⚠️ No new preview for: { $names }
       *[other] ⚠️ No new price for: { $names }
    }
operation-names =
    { $count ->
        [one] { $count } domain
       *[other] { $count } domains
    }
operation-part = { $done } of { $count } domains
operation-unordered =
    { $kind ->
        [register] { $count ->
            [one] ▫️ 1 domain was not ordered: no charge.
           *[other] ▫️ { $count } domains were not ordered: no charge.
        }
        [renew] { $count ->
            [one] ▫️ 1 domain was not ordered: no charge.
           *[other] ▫️ { $count } domains were not ordered: no charge.
        }
       *[other] { $count ->
            [one] ▫️ 1 domain wasn’t changed.
           *[other] ▫️ { $count } domains weren’t changed.
        }
    }
operation-more =
    { $count ->
        [one] … and 1 more
       *[other] … and { $count } more
    }
operation-charged = Charged: <b>{ $money }</b>
operation-drop =
    { $way ->
        [fell] Your balance fell by <b>{ $money }</b>.
        [rose] Your balance rose by <b>{ $money }</b>.
       *[same] Your balance did not change.
    }
operation-untold = The registrar does not report the amount charged.
operation-untold-yet = The registrar hasn’t reported the amount yet.
operation-expected = Expected: { $money }
operation-item-expected = expected { $money }
operation-balance = Balance: { $before } → <b>{ $after }</b>
operation-expires = Paid until { $date }
operation-label = Label: { $label }
operation-reference =
    { $kind ->
        [register] Order
        [renew] Order
       *[other] Change
    }
operation-account = Account <b>{ $user }</b>
operation-switch = 🔁 Use account { $user }
operation-hold-access =
    ⏸ Paused: { $refused ->
        [address] this bot’s IP is blocked. Once it is allowed,
        [nothing] the account is connected again, but the registrar hasn’t answered. Once it does,
        [left] you’re no longer connected to this account. Once you reconnect it,
       *[token] the token stopped working. Once you reconnect this account,
    } { $kind ->
        [register] we will show you a new price to confirm.
        [renew] we will show you a new price to confirm.
       *[other] we’ll show you an updated preview to confirm.
    }
operation-hold-access-theirs = ⏸ Paused until the person who confirmed this reconnects.
operation-hold-access-asked =
    ⏸ The result can’t be checked now: { $refused ->
        [address] this bot’s IP is blocked. We’ll check once it is allowed.
       *[token] the token stopped working. We will check once you reconnect this account.
    }
operation-hold-pace =
    { $time ->
        [none] ⏸ Queued: too many requests. It continues by itself.
       *[other] ⏸ Too many requests: this token is paused. Another app may be using it. It continues after the pause: { $time }.
    }
operation-hold-pace-last =
    ⏸ Too many requests: this token is paused for too long. Another app may be using it. { $state ->
        [confirmed] If this continues, the request is cancelled: { $time }.
       *[other] If this continues, we’ll ask you for the result: { $time }.
    }
operation-hold-in-progress = ⏸ The registrar is still processing this request.
operation-barred =
    🔒 You are no longer connected to this account, or its token was replaced. Reconnect it, then { $kind ->
        [register] refresh the price.
        [renew] refresh the price.
       *[other] start the change again.
    }
operation-confirm = ✅ Pay { $money }
operation-leave = Cancel
operation-apply = ✅ Apply changes
operation-sure = ⚠️ Pay { $money }
operation-sure-change =
    { $kind ->
        [nameservers] Replace nameservers
        [edge] Change edge profile
       *[dns] Change DNS records
    }
operation-change-limit = 🧢 Change limit
operation-first-records = ▫️ No undo for a domain’s first records: a zone can’t be emptied again.
operation-undo = ↩️ Undo change
undo-title = <b>↩️ Choose the domain to undo.</b>
undo-all = ↩️ Undo all { $count }
operation-retry = 🔁 Retry failed
operation-another-name = 🔎 Another name
operation-withdraw = Cancel
operation-requote = ↻ Refresh price
operation-order-again = ↻ Order again
operation-replan = ↻ Preview again
operation-top-up = ➕ Top up
operation-look = 👀 Check again
operation-happened =
    { $count ->
        [1] ✅ It went through
       *[other] ✅ All went through
    }
operation-happened-one = ✅ { $name }
operation-not =
    { $count ->
        [1] ❌ It failed
       *[other] ❌ All failed
    }
operation-not-one = ❌ { $name }
operation-domain = 🌐 Open domain
operation-more-changes = ➕ More changes
operation-add-record = ➕ Add another
operation-open = 🧾 { $reference }
operation-not-found = No order or change { $reference } found. Check its number.
operation-note-already = Already confirmed.
operation-note-stale = This changed since you saw it. Review it and confirm again.
operation-note-expired = ⌛ Expired: the five minutes are over.
operation-note-short = ⚠️ Your balance is too low. Top it up, then refresh the price.
operation-frozen =
    { $domain ->
        [none] 🧊 The account is frozen: orders and changes can’t be confirmed.
       *[other] 🧊 { $domain } is frozen: its orders and changes can’t be confirmed.
    }
operation-freeze = 🔓 See details
operation-note-too-many-lists = ⏳ { $count } of your orders with several domains are in progress. Confirm this one when one of them finishes.
operation-note-too-late = Too late to cancel: it’s already sent.
operation-note-looking = 👀 Checking again …
operation-note-no-access = ⏸ The result can’t be checked now: we have no access. Reconnect this account.
operation-note-left-account = ⚠️ You are no longer connected to this account. Reconnect it with its token to continue.
operation-note-switched = ✅ You’re now using account { $user }.
operation-steps = 🕘 Steps
timeline-title = <b>🕘 Steps of { $reference }</b>
timeline-request = 🤖 As a program’s request, which also needs your confirmation:
timeline-quoted = 🧾 Prepared
timeline-requoted = 🧾 Prepared again
timeline-confirmed = 👍 Confirmed
timeline-sent = 📤 Sent to the registrar
timeline-answered = 📥 Partial answer from the registrar
timeline-unknown = ❔ No clear answer from the registrar
timeline-accepted = ⏳ Accepted: the registrar is processing it
timeline-needs-human = ✋ We asked you for the result
timeline-succeeded = ✅ The registrar confirmed it
timeline-found = 🔎 Found in your account
timeline-reported = 🔔 Reported by the registrar
timeline-said = 👤 You told us the result
timeline-failed = ❌ Failed
timeline-undone = ❌ Undone by the registrar
timeline-withdrawn = ▫️ Cancelled
timeline-lapsed = ⌛ Expired before it was sent
timeline-superseded = ▫️ Replaced by a newer request
timeline-hold-access = ⏸ Paused: no access to the account
timeline-hold-pace = ⏸ Paused: too many requests
timeline-hold-in-progress = ⏸ Still in progress at the registrar
timeline-outcome = { $done } done, { $failed } failed
spending-open = 📊 Spending
spending-title = <b>📊 Spending, account { $user }</b>
spending-all = 📅 All months
spending-none = Nothing was spent in the last 12 months.
spending-total =
    { $months ->
        [1] This month: <b>{ $money }</b>{ $orders ->
            [0] {""}
            [one] {", "}{ $orders } order
           *[other] {", "}{ $orders } orders
        }
       *[other] { $months } months: <b>{ $money }</b>{ $orders ->
            [0] {""}
            [one] {", "}{ $orders } order
           *[other] {", "}{ $orders } orders
        }
    }
spending-month =
    { $orders ->
        [0] <b>{ $month }: { $money }</b>
        [one] <b>{ $month }: { $money }</b> · { $orders } order
       *[other] <b>{ $month }: { $money }</b> · { $orders } orders
    }
spending-month-none = { $month }: nothing spent
spending-register =
    { $names ->
        [one] 🌐 { $names } domain: { $money }
       *[other] 🌐 { $names } domains: { $money }
    }
spending-renew =
    { $names ->
        [one] 🔄 { $names } domain: { $money }
       *[other] 🔄 { $names } domains: { $money }
    }
spending-elsewhere = 🏦 elsewhere, by balance: { $money }
spending-added = ➕ added: { $money }
spending-elsewhere-how = 🏦 Elsewhere: money that left the balance since { $date }, apart from orders made here.
spending-pending =
    { $money ->
        [none] ❔ Not included: { $names } without a result yet.
       *[other] ❔ Not included: { $names } without a result yet, quoted at { $money }.
    }
spending-untold =
    { $money ->
        [none] ⚠️ Not included: the registrar did not report the charge for { $names }.
       *[other] ⚠️ Not included: the registrar did not report the charge for { $names }, quoted at { $money }.
    }
spending-undone =
    { $money ->
        [none] ⚠️ Not included: the registrar accepted the order but did not complete { $names }.
       *[other] ⚠️ Not included: the registrar accepted the order but did not complete { $names }, quoted at { $money }.
    }
spending-picture = 🖼 Show chart
spending-csv = ⬇️ CSV
spending-chart-elsewhere = Elsewhere
spending-chart = Spending by month
spending-picture-caption = 📊 Spending by month. Months without a bar have no payments.
spending-file = Spending by month, in USD: as charged by the registrar, and elsewhere by balance.
csv-spending-month = Month
csv-spending-orders = Orders
csv-spending-registrations = Registrations
csv-spending-registered-for = Registrations (USD)
csv-spending-renewals = Renewals
csv-spending-renewed-for = Renewals (USD)
csv-spending-total = Total (USD)
csv-spending-pending = No result yet
csv-spending-untold = Charge unknown
csv-spending-undone = Not completed
csv-spending-elsewhere = Elsewhere (USD)
csv-spending-added = Added (USD)
operations-title = <b>🧾 Orders and changes</b>, newest first
operations-title-purchases = <b>🧾 Purchases</b>, newest first
operations-title-changes = <b>🧾 Changes</b>, newest first
operations-title-open = <b>🧾 Open</b>, newest first
operations-title-running = <b>🧾 In progress</b>, newest first
operations-title-needs-you = <b>🧾 Needs you</b>, newest first
operations-title-failed = <b>🧾 Failed</b>, newest first
operations-title-done = <b>🧾 Done</b>, newest first
operations-none = No orders or changes yet. Type a domain to begin.
operations-none-purchases = No purchases yet.
operations-none-changes = No changes yet.
operations-none-open = Nothing is open.
operations-none-running = Nothing is in progress.
operations-none-needs-you = Nothing needs your attention.
operations-none-failed = Nothing failed.
operations-none-done = Nothing is done yet.
operations-filter = 🔎 Filter
operations-which = <b>🔎 Which orders and changes?</b>
operations-filter-all = All
operations-did-records =
    { $count ->
        [one] { $what } record
       *[other] { $what } records
    }
operations-did-servers =
    { $key ->
        [none] { $count ->
            [one] { $count } nameserver
           *[other] { $count } nameservers
        }
       *[other] { $key }
    }
operations-did-profile = { $key }
operations-filter-purchases = 🛒 Purchases
operations-filter-changes = 🛠 Changes
operations-filter-open = ⏳ Open
operations-filter-needs-you = ✋ Needs you
operations-filter-failed = ❌ Failed
operations-filter-done = ✅ Done

change-moved =
    { $kind ->
        [dns] ⚠️ The records changed since this preview. Nothing was applied. Review the update and confirm again.
        [nameservers] ⚠️ The nameservers changed since this preview. Nothing was applied. Review the update and confirm again.
       *[edge] ⚠️ The edge profile or nameservers changed since this preview. Nothing was applied. Review the update and confirm again.
    }
change-anew = Checked again: nothing has changed since this preview. Confirm to apply it.
change-removed = ➖ { $count } deleted
change-changed = ✏️ { $count } changed
change-added = ➕ { $count } added
change-kept =
    { $count ->
        [one] 1 record unchanged
       *[other] { $count } records unchanged
    }
change-lost = ⚠️ This change also deletes these extra fields of the registrar: { $fields }
change-spf-lookups = ⚠️ The SPF record would need { $count } DNS lookups. Only 10 are allowed, so receivers would reject it. Remove senders that you don’t use.
change-unrestored = ⚠️ These extra fields of the registrar differ from the restore point, and stay as they are now: { $fields }
change-contested = ⚠️ Others changed these records since you saw them. Your change overrides theirs:
change-contested-gone = deleted
change-dropped = ℹ️ Others already made these changes, so they aren’t in this preview:
change-fitted =
    { $count ->
        [one] ⚠️ TTL of 1 record changed, because it must be from 60 to 2147483647 s:
       *[other] ⚠️ TTL of { $count } records changed, because it must be from 60 to 2147483647 s:
    }
change-left-out =
    { $count ->
        [one] ⚠️ 1 record isn’t imported:
       *[other] ⚠️ { $count } records aren’t imported:
    }
change-no-ttl =
    { $count ->
        [one] No TTL given: the new record gets the default.
       *[other] No TTL given: { $count } new records get the default.
    }
change-stored = ⚠️ The registrar stored something else. Differences from your change:
change-with-ttl = TTL { $ttl } s
change-ttl =
    TTL { $before ->
        [none] default
       *[other] { $before } s
    } → { $after ->
        [none] default
       *[other] { $after } s
    }
change-ttl-large = the TTL is too large, the limit is { $most } s
change-before = Before:
change-now = Current:
change-then = New:
change-after = New:
change-preset = preset <code>{ $key }</code>
change-edge-servers =
    { $done ->
        [true] 🖥 The profile also changed the nameservers:
       *[other] 🖥 The profile also changes the nameservers:
    }
change-edge-unnamed = the profile’s nameservers
change-leaves-edge =
    { $done ->
        [true] 🛡 This disconnected the edge profile.
       *[other] 🛡 This disconnects the edge profile. You can reconnect it under <b>Edge</b>.
    }
change-leaves-edge-many =
    { $count ->
        [one] 🛡 1 domain leaves its edge profile. You can reconnect it under <b>Edge</b>.
       *[other] 🛡 { $count } domains leave their edge profiles. You can reconnect them under <b>Edge</b>.
    }
doubt-top = ⚠️ <b>Confirm this a second time:</b>
doubt-big-cut = This deletes or rewrites a large part of the DNS records.
doubt-last-mail = This deletes the last MX record. Email to this domain will probably stop arriving.
doubt-last-address = This deletes the last A/AAAA record of the domain itself. Its website will go offline.
doubt-nameservers = Your website and email will use the DNS records at the new nameservers. The current records stop working.
doubt-sum =
    { $limit ->
        [none] This is over your double-check limit.
       *[other] This is over your double-check limit of { $limit }.
    }
doubt-big-order =
    { $limit ->
        [none] This order is unusually large.
       *[other] This order is unusually large: over { $limit }.
    }
skipped-top =
    { $count ->
        [one] 1 name isn’t included:
       *[other] { $count } names aren’t included:
    }
nothing-to-order = None of these names can be ordered.
nothing-to-change = Nothing to change.
skipped-invalid = not a domain
skipped-duplicate = duplicate
skipped-not-available = taken
skipped-not-sold = extension not sold
skipped-not-yours = not in this account
skipped-no-price = no price
skipped-too-long =
    { $most ->
        [0] already at the 10-year maximum
        [one] 1 more year at most
       *[other] { $most } more years at most
    }
skipped-busy = another order or change is in progress
skipped-refused = rejected by the registrar
skipped-already-so = already set this way
skipped-unread = couldn’t be read
skipped-conflict = conflicts with its other records
skipped-type = the registrar doesn’t support a record type
skipped-too-large = too many records for one change
skipped-profile = the profile doesn’t cover this extension
skipped-blocked = blocked
skipped-locked = frozen
skipped-rest = ↻ Retry { $count } unread
skipped-outdated = the last change isn’t visible yet, try again in a minute
plan-nothing = { $name }: nothing to change. It is already set that way.
plan-draft-ended = { $name }: no changes are left in your draft, so it was removed.
plan-record-gone = { $name }: someone changed this record in the meantime. Nothing was done. Review the current records.
plan-outdated = { $name }: the registrar doesn’t show your last change yet. Nothing was done. Try again in a minute. It takes five at most.
plan-empty = { $name }: the last record cannot be deleted, only replaced.
plan-full = { $name }: this would be more than 1,000 records, the most that a domain can have. Nothing was done.
plan-no-record = To add a record, send it like this: <code>www A 203.0.113.5</code>, or with a TTL in seconds: <code>www 300 A 203.0.113.5</code>
plan-bad-key = { $name }: that isn’t a profile name.
plan-profile-missing = { $name }: there is no edge profile “{ $part }”.
plan-profile-off = { $name }: edge profile “{ $part }” is off. Turn it on under <b>🛡 Edge profiles</b>, or choose another.
plan-profile-zone = { $name }: edge profile “{ $part }” doesn’t cover this extension. Change it under <b>🛡 Edge profiles</b>, or choose another.
plan-many-keys = { $name }: choose one profile, not “{ $part }”. Send it like this: <code>/edge example.com main</code>

problem-already-so = Already set.
problem-not-sold = This extension isn’t sold here.
problem-not-done = We checked several times: it didn’t go through.
problem-done-elsewhere = Another order in this account already did this.
problem-unattributed = The registrar doesn’t show which order did it.
problem-unconfirmed = The registrar confirmed the change, but shows other records. Checking again.
problem-stored-otherwise = The registrar stored something else.
problem-not-stored = The registrar confirmed the change, but still shows the old records.
problem-order-failed = The registrar accepted the order, then reported it failed. Check your balance for a refund.
problem-said-by-person = You reported that it didn’t go through.
problem-said-by-operator = The bot’s admin checked: it didn’t go through.
problem-bad-request = The registrar couldn’t read our request.
problem-not-found = The registrar’s API returned 404. Ask the bot’s admin to check the API address.
problem-method-not-allowed = The registrar doesn’t support this.
problem-payload-too-large = Too many items at once. Send fewer.
problem-domain-not-found = Someone just took this domain, or it isn’t in your account.
problem-not-available = The domain is taken or can’t be ordered.
problem-invalid-domain = The registrar rejected this name. Check its spelling and extension.
problem-validation-error = The registrar rejected the data.
problem-insufficient-funds = Your balance is too low.
problem-provider-error = The registry returned an error. Try again later.
problem-domain-blocked = The domain is blocked.
problem-edge-not-configured = The edge profile is missing, off, or doesn’t cover this domain.
problem-edge-missing = There is no edge profile “{ $key }”.
problem-edge-off = Edge profile “{ $key }” is off.
problem-edge-zone = Edge profile “{ $key }” doesn’t cover { $zone }.
problem-preset-missing = There is no nameserver preset “{ $key }”.
problem-too-far = { $years } years is the maximum.
problem-idempotency-key-reused = The registrar took this for a duplicate request.
problem-request-in-progress = The registrar is still processing this request.
problem-unauthorized = Your token stopped working.
problem-forbidden = This bot’s IP isn’t on the account’s whitelist.
problem-rate-limited = Too many requests. Try again in a minute.
problem-zone-changed = The records changed since the preview, and your change no longer fits.
problem-zone-empty = The last record cannot be deleted, only replaced.
problem-zone-full = With this change, the domain would have more than 1,000 records.
problem-other = The registrar refused it:

## My domains

domains-title = <b>🌐 My domains</b>: { $count }
domains-found = <b>🌐 My domains</b> matching “{ $search }”: { $count }
domains-found-label = <b>🌐 My domains</b> with the label “{ $label }”: { $count }
domains-choose =
    { $what ->
        [zone] <b>🧭 DNS records.</b> Choose a domain:
        [nameservers] <b>🖥 Nameservers.</b> Choose a domain:
        [edge] <b>🛡 Edge profile.</b> Choose a domain:
       *[renew] <b>🔄 Renew.</b> Choose a domain:
    }
domains-none = This account has no domains yet. Send a name to search.
domains-none-found = No domain matches “{ $search }”.
domains-none-found-label = No domain has the label “{ $label }”.
domains-all = All my domains
domains-renew-selected = 🔄 Renew { $count }
domains-hint =
    { $selects ->
        [true] Tap domains or send their names. A number opens that page.
       *[false] Send a page number or a name.
    }
domains-no-page = There are { $pages } pages. Send a number from 1 to { $pages }, or a part of a name.
domains-more = <b>⋯ My domains: more</b>
domains-selected =
    { $count ->
        [one] <b>1 domain is selected.</b> Choose what to do with it:
       *[other] <b>{ $count } domains are selected.</b> Choose what to do with them:
    }
domains-select = Select
selection-all = Select all { $count }
selection-none = Deselect all
domains-selected-cost =
    { $name ->
        [none] Renewing the selected domains for a year: <b>{ $money }</b>
       *[other] Renewing { $name } for a year: <b>{ $money }</b>
    }
domains-tag-selected = 🏷 Tags and notes
domains-too-many = Select up to { $most } domains for this. Deselect some, or narrow the list with a filter.
domains-selection-cleared = ⚠️ Your selection was cleared: a new filter keeps up to { $most } selected domains.
selection-count = Selected: { $count } of { $total }
selection-hidden =
    { $count ->
        [one] ⚠️ 1 more is selected, hidden by the filter. The buttons below include it.
       *[other] ⚠️ { $count } more are selected, hidden by the filter. The buttons below include them.
    }
domains-incomplete = ⏳ The list is still loading. Open it again to see more.
domains-sort-expiry = ↕️ By expiry
domains-sort-name = ↕️ By name
domains-sort-added = ↕️ Newest first
domains-filter = 🔎 Filter
domains-filters = <b>🔎 Show which domains?</b> Or send a part of the name, a tag or an extension: <code>shop</code>, <code>#sale</code>, <code>#sale .de</code>.
domains-filter-none = All
domains-filter-30 = ⏰ Within 30 days
domains-filter-60 = ⏰ Within 60 days
domains-filter-90 = ⏰ Within 90 days
domains-filter-blocked = Blocked
domains-filter-expired = Expired
domains-filter-edge = With edge profile
domains-filtered = Filter: { $filter }
domains-none-filtered = No domain matches this filter: { $filter }.
domain-status = Status: { $status }
domain-status-registered = registered
domain-status-blocked = blocked
domain-status-expired = expired
domain-expires = Paid until <b>{ $date }</b>
domain-registered = Registered on { $date }
domain-renewal = Renews at { $money }/yr
domain-mode =
    { $mode ->
        [managed] DNS: registrar
        [external] DNS: external nameservers
        [edge] DNS: edge profile
       *[other] DNS: { $mode }
    }
domain-edge = Edge profile: <code>{ $key }</code>
domain-nameservers = Nameservers:
domain-no-auto-renew = Auto-renew: off
domain-auto-renew = Auto-renew: on, up to { $money } per year
domain-blocked =
    { $time ->
        [none] ⛔ <b>This domain is blocked.</b>
       *[other] ⛔ <b>This domain has been blocked</b> since { $time }.
    }
domain-blocked-next = Renewal still works. Changes to DNS records, nameservers and edge profile don’t. Contact the registrar.
domain-blocked-heard = We’ll alert you when it’s unblocked.
domain-not-yours = { $name } isn’t in this account.
domain-look-up = 🔎 Search this name

domain-renew = 🔄 Renew
domain-dns = 🧭 DNS
domain-servers = 🖥 Nameservers
domain-profile = 🛡 Edge
domain-live = 🛰 Is it live?
domain-tags = 🏷 Tags and note
domain-note = 📝 Note
domain-renewal-open = 📅 Renewal
domain-elsewhere =
    Transfers, auth codes, contacts, DNSSEC and deletion work only on the registrar’s website.
renewal-remind = 💤 Reminder
dns-filter = 🔎 By type
dns-types = <b>Record types of</b> { $name }
dns-more = <b>🧭 DNS tools of</b> { $name }
live-title = <b>🛰 Is it live?</b> { $name }
live-asking = ⏳ Asking nameservers and resolvers…
live-nothing = Nothing to check: this domain has no nameservers and no records.
live-offline = ❌ No internet: no server answers. We’ll try again.
live-seen =
    { $outcome ->
        [live] ✅ Live. Seen by <b>{ $count } of { $total }</b>
       *[other] ⏳ Seen by <b>{ $count } of { $total }</b>
    }
live-server =
    { $verdict ->
        [new] ✅
        [old] ⏳
        [failed] ⚠️
       *[other] ❔
    } { $server }{ $role ->
        [sandbox] { " " }(sandbox)
        [resolver] { " " }(resolver)
       *[other] { "" }
    }{ $verdict ->
        [new] { "" }
        [old] : still says
        [failed] : doesn’t serve this domain
       *[other] : no answer
    }
live-empty = nothing
live-until = until { $time } at the latest
live-partly = Checked: { $count } of { $total } record sets.
live-gave-up = We checked for an hour and stopped. Some servers keep an old answer for up to two days.
live-failure = ⚠️ The registrar didn’t answer, so this wasn’t checked.
live-looked = Last checked: { $time }
live-next = Next check at { $time }
live-again = ↻ Check now
elsewhere-watch = 👁 Watch changes
elsewhere-unwatch = 👁 Stop watching
elsewhere-state =
    { $time ->
        [none] 👁 Checked every 6 hours for changes made elsewhere. Not checked yet.
       *[other] 👁 Checked every 6 hours for changes made elsewhere. Last checked: { $time }
    }
elsewhere-changed = ⚠️ <b>Changed elsewhere:</b> { $name }
elsewhere-question = This bot didn’t make this change. Was it you?
elsewhere-settled = ✅ All done: nothing left to do here.
# wording-ok: the person says this.
elsewhere-mine = It was me
elsewhere-restore = ↩️ Restore
elsewhere-open = ⚠️ What to do
elsewhere-too-many = You’re already watching { $count } domains, the maximum in one account. Stop watching one of them first.
tags-title = <b>🏷 Tags of</b> { $name }
tags-title-many =
    { $count ->
        [one] <b>🏷 Tags and notes of 1 domain</b>
       *[other] <b>🏷 Tags and notes of { $count } domains</b>
    }
tags-ask = Tap a tag to add or remove it. Or send new tags, separated by commas: up to { $longest } characters each, { $most } per domain. Only you see them.
tags-find = Find tagged domains with <code>/domains #sale</code>. With an extension: <code>/domains #sale .de</code>.
tags-added =
    { $count ->
        [one] ✅ Tagged 1 domain: { $tags }
       *[other] ✅ Tagged { $count } domains: { $tags }
    }
tags-full =
    { $full ->
        [one] ⚠️ 1 domain would have too many tags and stays as it was. Tagged: { $count }.
       *[other] ⚠️ { $full } domains would have too many tags and stay as they were. Tagged: { $count }.
    }
tags-refused-none = ⚠️ Your message has no tag. Send tags separated by commas.
tags-refused-too-long = ⚠️ A tag has at most { $longest } characters. Nothing was changed.
note-title = <b>📝 Note about</b> { $name }
note-ask = Send the note as text, up to { $longest } characters. Only you see it.
note-too-long = ⚠️ A note has at most { $longest } characters. Nothing was changed.
note-delete = 🗑 Delete note
note-many = 📝 Add note to { $count }
note-title-many =
    { $count ->
        [one] <b>📝 Note about 1 domain</b>
       *[other] <b>📝 Note about { $count } domains</b>
    }
note-replaces =
    { $count ->
        [one] 1 of them already has a note. The new note replaces it.
       *[other] { $count } of them already have a note. The new note replaces theirs.
    }
note-saved =
    { $count ->
        [one] ✅ Note saved for 1 domain.
       *[other] ✅ Note saved for { $count } domains.
    }
note-deleted =
    { $count ->
        [one] ✅ Note deleted from 1 domain.
       *[other] ✅ Notes deleted from { $count } domains.
    }
note-delete-many =
    { $count ->
        [one] 🗑 Delete 1 note
       *[other] 🗑 Delete { $count } notes
    }
note-delete-sure =
    { $count ->
        [0] None of the selected domains has a note.
        [one] Delete the note of 1 domain? It cannot be restored.
       *[other] Delete the notes of { $count } domains? They cannot be restored.
    }
renew-years-ask =
    { $most ->
        [1] Renew { $name } for how many years? Tap, or send 1.
       *[other] Renew { $name } for how many years? Tap, or send a number from 1 to { $most }.
    }
renew-years-of = Renew { $name } for how many years?
renew-many-ask =
    { $count ->
        [one] Renew this domain for how many years? Tap, or send a number from 1 to 10.
       *[other] Renew each of these { $count } domains for how many years? Tap, or send a number from 1 to 10.
    }
renew-choose = Choose years
renew-too-long =
    { $most ->
        [0] { $name } is paid until { $date }, the 10-year maximum.
        [one] { $name } is paid until { $date }. It can be paid at most 10 years ahead, so add 1 year.
       *[other] { $name } is paid until { $date }. It can be paid at most 10 years ahead, so add 1 to { $most } years.
    }
renew-most =
    { $most ->
        [0] This domain is already at the 10-year maximum.
        [one] You can add 1 year (10 in total).
       *[other] You can add up to { $most } years (10 in total).
    }

## Before it expires

expiring-open = ⏰ Expiring soon
expiring-title =
    { $days ->
        [one] <b>⏰ Expiring by tomorrow: { $count }</b>
       *[other] <b>⏰ Expiring within { $days } days: { $count }</b>
    }
expiring-none =
    { $days ->
        [one] <b>⏰ Expiring by tomorrow: { $count }</b>
       *[other] <b>⏰ Expiring within { $days } days: { $count }</b>
    }

    All your domains are paid for longer.
expiring-which =
    <b>⏰ Expiring within how many days?</b>

    Choose, or send a number from 1 to { $most }.
expiring-period = 📆 Other period
expiring-days =
    { $count ->
        [one] { $count } day
       *[other] { $count } days
    }
expiring-cost =
    { $count ->
        [one] Renewing it for a year: <b>{ $money }</b>
       *[other] Renewing all of them for a year: <b>{ $money }</b>
    }
expiring-unpriced =
    { $count ->
        [one] The price of { $count } domain is unknown.
       *[other] The prices of { $count } domains are unknown.
    }
expiring-balance = Your balance is <b>{ $money }</b>.
expiring-short = ⚠️ You need { $money } more to renew all of them.
expiring-old = ⚠️ The registrar isn’t responding: dates and prices may be old.
expiring-unread-days = ⚠️ Send a number of days from 1 to { $most }, such as <code>/expiring 60</code>.
expiring-undated =
    { $count ->
        [one] The registrar doesn’t say when { $count } domain expires.
       *[other] The registrar doesn’t say when { $count } domains expire.
    }
expiring-renew-all =
    { $count ->
        [one] 🔄 Renew { $count } domain
       *[other] 🔄 Renew all { $count }
    }
expiring-renew-first = 🔄 Renew first { $count }
reminder-title =
    { $count ->
        [one] <b>⏰ { $count } domain expires soon</b>
       *[other] <b>⏰ { $count } domains expire soon</b>
    }
reminder-account = Account <b>{ $user }</b>
reminder-cost = Renewing all that expires within 30 days: <b>{ $money }</b>
reminder-listed =
    { $count ->
        [one] Renewing only the domain below: <b>{ $money }</b>
       *[other] Renewing only the domains below: <b>{ $money }</b>
    }
reminder-over = ✅ None of these domains expires soon in this account.
reminders-title =
    <b>⏰ Reminders before a domain expires.</b> Tap to turn on or off.

    You get at most one message a day, in your morning. Only auto-renew renews a domain by itself.
reminders-checked = Dates last checked: { $time }
reminders-failed = ⚠️ The registrar didn’t answer the check of { $time }. We’ll check again.
reminders-off = 🔕 All reminders are off.
renewal-expires = { $name } expires on { $date }.
renewal-expired = { $name } expired on { $date }. You may still be able to renew it.
renewal-later = 💤 Remind later
renewal-let-go = 🍃 Let it expire
renewal-undo = ↩️ Undo
renewal-later-on = 💤 The next reminder is on { $date }.
renewal-let-go-on = 🍃 You chose to let it expire. The next reminder is on its last day.
renewal-later-saved = ✅ Reminder saved.
renewal-let-go-saved = ✅ Saved. Nothing was changed at the registrar.
renewal-undecided-saved = ✅ The usual reminders are on again.
auto-open = 🔁 Auto-renew
auto-title = <b>🔁 Auto-renew</b> { $name }
auto-on = On, up to <b>{ $money }</b> per year.
auto-by = Turned on by { $name }
auto-off = Off. Turn it on with a price limit per year:
auto-premium = 💎 Premium price: we ask you before renewing this domain.
auto-no-price = The renewal price isn’t known right now. Try again later.
auto-how = It renews 14 days before expiry, once, and sends the receipt. It asks you first about a higher or unknown price, a premium name or a block. It also asks if your balance is too low or you reach your daily limit.
auto-type = To set another limit, send a price such as 18.50.
auto-title-many =
    { $count ->
        [one] <b>🔁 Auto-renew of { $count } domain:</b>
       *[other] <b>🔁 Auto-renew of { $count } domains:</b>
    }
auto-ask-many = Choose a price limit per year for each of them, or send one, such as 18.50.
auto-bad-price = ❌ Not saved. Send a price above zero, up to $10,000.
auto-up-to = Up to { $money }
auto-stop = Turn off auto-renew
auto-saved = ✅ Auto-renew is on. If the expiry is less than 14 days away, it renews in an hour at the earliest.
auto-stopped = ✅ Auto-renew is off.
auto-not-saved = ❌ Not saved. Try again later.
auto-asks-ceiling = 🔁 Auto-renew needs your answer: the price is above your limit. Nothing was charged.
auto-asks-unknown = 🔁 Auto-renew needs your answer: the price is unknown. Nothing was charged.
auto-asks-premium = 🔁 Auto-renew needs your answer: the price is a premium price. Nothing was charged.
auto-asks-blocked = 🔁 Auto-renew needs your answer: the domain is blocked. Nothing was charged.
auto-asks-money = 🔁 Auto-renew needs your answer: your balance is too low. Nothing was charged.
auto-asks-cap = 🔁 Auto-renew needs your answer: this renewal would exceed your daily limit. Nothing was charged.
freeze-open = 🧊 Freeze
freeze-lock = 🧊 Freeze domain
freeze-unlock = 🧊 Frozen
freeze-title-account = <b>🧊 Freeze account { $user }</b>
freeze-title-domain = <b>🧊 Freeze domain</b> { $name }
freeze-explained =
    { $scope ->
        [account] A freeze stops all new orders and changes of this account here, for everyone connected: purchases, renewals, DNS, nameservers, edge. Those in progress continue.
       *[domain] A freeze stops all new orders and changes of this domain here, for everyone connected: renewals, DNS, nameservers, edge. Those in progress continue.
    }

    Unfreezing takes two taps and an hour. Everyone connected is notified.
freeze-start-account = 🧊 Freeze account
freeze-start-domain = 🧊 Freeze domain
freeze-sure = 🧊 Freeze now
freeze-question = Freeze it now? Unfreezing takes two taps and an hour.
freeze-token = 🔑 Replace token
freeze-by =
    🧊 Frozen { $who ->
        [you] by you
        [unknown] by another person
       *[other] by { $person }
    }, { $time }.
freeze-ends =
    { $who ->
        [you] ⏳ It ends { $time }, at your request.
        [unknown] ⏳ It ends { $time }, at the request of another person.
       *[other] ⏳ It ends { $time }, at the request of { $person }.
    }
freeze-kept =
    { $who ->
        [unknown] 🧊 Someone kept the freeze. It won’t end.
       *[other] 🧊 { $person } kept the freeze. It won’t end.
    }
freeze-effect =
    { $scope ->
        [account] No one can confirm orders or changes of this account here. Searches, lists and alerts continue.
       *[domain] No one can confirm orders or changes of this domain here. Alerts continue.
    }
freeze-limits =
    { $when ->
        [before] This stops the bot only. Anyone with the account’s API token can still buy: replace the token first.
        [frozen] This stops the bot only. Anyone with the account’s API token can still buy, until you turn the API off. While it lasts, people stay connected.
       *[domain] This stops the bot only. Anyone with the account’s API token can still change this domain: replace the token too.
    }
freeze-orders = Still in progress:
freeze-end = 🔓 Unfreeze
freeze-end-question = Unfreeze in an hour? Everyone connected is notified, and each of them can stop this.
freeze-end-sure = 🔓 Unfreeze in 1 h
freeze-cancel = Cancel
freeze-keep = 🧊 Keep it
freeze-over = 🔓 You can confirm orders and changes again.
freeze-moved = ⤵️ There is a newer message about this.
freeze-note-account = 🧊 Frozen: orders and changes can’t be confirmed.
freeze-note-domain = 🧊 Frozen: orders and changes of this domain can’t be confirmed.
auto-asks-frozen = 🔁 Auto-renew needs your answer: the account or the domain is frozen. Nothing was charged.
auto-asks-sum = 🔁 Auto-renew needs your answer: the price is over your double-check limit. Nothing was charged.
autos-title = <b>🔁 Auto-renew</b>
autos-none = No domain has auto-renew yet. To turn it on, open a domain and tap <b>Auto-renew</b>.
planner-open = 📅 Planner
planner-title =
    { $count ->
        [one] <b>📅 Renewals in the next day</b>
       *[other] <b>📅 Renewals in the next { $count } days</b>
    }
planner-none = Nothing expires in this period.
planner-total = Total: <b>{ $money }</b>
planner-part =
    { $count ->
        [one] { $label }: <b>{ $money }</b> for 1 domain
       *[other] { $label }: <b>{ $money }</b> for { $count } domains
    }
planner-more =
    { $count ->
        [one] And 1 more.
       *[other] And { $count } more.
    }
planner-untagged = No tag
planner-tags = A domain with several tags counts under each of them.
planner-let-go =
    { $count ->
        [one] 🍃 Not counted: 1 domain that you let expire.
       *[other] 🍃 Not counted: { $count } domains that you let expire.
    }
planner-by-month = 🗓 By month
planner-by-tag = 🏷 By tag
planner-chart = Planned renewals
planner-caption =
    { $count ->
        [one] 📅 Renewals in the next day, at today’s prices.
       *[other] 📅 Renewals in the next { $count } days, at today’s prices.
    }

## DNS

dns-title =
    { $count ->
        [0] <b>🧭 DNS of</b> { $name }
        [one] <b>🧭 DNS of</b> { $name }: 1 record
       *[other] <b>🧭 DNS of</b> { $name }: { $count } records
    }
dns-external = ⚠️ These records aren’t live: the domain uses other nameservers.
dns-edge = This domain uses an edge profile.
dns-none = No records yet.
dns-found =
    { $count ->
        [one] 🔎 1 record matches “{ $find }”
       *[other] 🔎 { $count } records match “{ $find }”
    }
dns-none-found = { $name }: no record matches “{ $find }”.
dns-all = All records
dns-hint = Tap a record, or send a new one: <code>www A 203.0.113.5</code>, or with a TTL in seconds: <code>www 300 A 203.0.113.5</code>
dns-add = ➕ Add record
dns-file = 📄 Import/export
dns-file-title = <b>📄 Import or export DNS of</b> { $name }
dns-file-hint =
    Tap a format to export the records.

    To import records, send a zone file, CSV or JSON. You confirm every change before it is made.
dns-export-zone = ⬇️ Zone file
dns-export-csv = ⬇️ CSV
dns-export-json = ⬇️ JSON
dns-file-sent =
    { $count ->
        [one] 📄 DNS of { $name }: 1 record
       *[other] 📄 DNS of { $name }: { $count } records
    }
dns-import-title = <b>📄 Import records into</b> { $name }
dns-import-read =
    { $count ->
        [one] 1 record read. Nothing has changed yet.
       *[other] { $count } records read. Nothing has changed yet.
    }
dns-import-refused =
    { $count ->
        [one] ⚠️ 1 line can’t be used:
       *[other] ⚠️ { $count } lines can’t be used:
    }
dns-import-line =
    { $record ->
        [none] Line { $line }: { $text }
       *[other] Record { $record }: { $text }
    }
dns-import-places =
    { $what ->
        [lines] Lines { $places }:
        [records] Records { $places }:
       *[names] { $places }:
    }
dns-import-doubt = ⚠️ Compare these lines with the preview:
dns-import-doubt-dot = Read as a full name, although it has no final dot. DNS software would append the domain.
dns-import-doubt-relative = The domain is appended. If this is a full name, add a final dot.
dns-import-doubt-comment = The part after “;” is a comment. Put the text in quotes to keep it.
dns-import-doubt-semicolon = The part after “;” is kept. If it is a comment, remove it.
dns-import-doubt-escape = A code here, such as \233, isn’t UTF-8 or lacks three digits. Check the text.
dns-import-doubt-curly = These quotes stay in the text. To remove them, use straight double quotes.
dns-import-doubt-invisible = The text contains an unusual space or an invisible character. To remove it, type the text.
dns-import-doubt-ttl = From here on, records without a TTL take that of a line above, or the SOA minimum.
dns-import-doubt-words = These words are joined without spaces. Put the text in quotes to keep them.
dns-import-doubt-apex = No hostname: read as @, the domain itself.
dns-import-doubt-priority = No priority: an existing record keeps its own, a new one gets 0.
dns-import-no-ttl =
    { $count ->
        [one] 1 record has no TTL. An existing record keeps its own, a new one gets the default.
       *[other] { $count } records have no TTL. Existing records keep their own, new ones get the default.
    }
dns-import-unused = ⚠️ Fields that aren’t imported: { $names }
dns-import-left =
    { $count ->
        [one] ⚠️ 1 record still points to { $origin }:
       *[other] ⚠️ { $count } records still point to { $origin }:
    }
dns-import-servers = Nameservers in the file are skipped. Change them on the Nameservers page.
dns-import-ways =
    { $draft ->
        [true] <b>Add</b>: only adds what’s missing, plus your draft’s changes.
       *[other] <b>Add</b>: only adds what’s missing.
    }
    <b>Update</b>: also replaces records with the same hostname and type.
    <b>Replace all</b>: also deletes the records that are not in the file.
dns-import-keeps = <b>Replace all</b> keeps records of types such as HTTPS or ALIAS, unless the file has the same type.
dns-import-draft = 📝 You have changes that aren’t applied yet. They’ll be applied too:
dns-import-add = ➕ Add
dns-import-overwrite = ✏️ Update
dns-import-replace = ⚠️ Replace all
dns-import-discard = 🗑 Discard draft
dns-import-none = There are no DNS records in it. Send a zone file, CSV or JSON.
dns-import-as-list = Read as name list
dns-import-many = The file has more than { $most } records, too many for one import. Split the file.
dns-import-long = This file is too long, so nothing was read. It can have up to { $megabytes } MB and { $lines } lines. Delete its comments, or split it.
dns-import-directive = The file uses { $directive }, which isn’t supported. Nothing was imported. Expand it with your DNS software, then send the result.
dns-import-other = This file is for { $origin }, not for { $name }.
dns-import-anyway = Use records here
dns-import-open = Import to its domain
dns-import-lost = Telegram no longer has this file. Send it again.
points-open = 🕓 Restore points
points-title = <b>🕓 Restore points of</b> { $name }
points-none = No restore points yet. Each change made here saves one first. An empty zone has nothing to save.
points-hint = Every change made here saves a point first. Changing DNS somewhere else? Save one yourself first. Tap a point to compare it with now.
points-legend-dns = 🧭 DNS records as they were before that change
points-legend-edge = 🛡 Edge profile as it was before that change
points-legend-nameservers = 🖥 Nameservers as they were before that change
points-legend-saved = 📌 Saved by a person: records, nameservers and edge profile, if the registrar reports them.
points-draft = ⚠️ Restoring records discards your draft.
points-save = 📌 Save a point now
points-saved = 📌 Saved.
points-saved-records = 📌 Saved, without nameservers and edge profile: the registrar doesn’t report them.
points-saved-nameservers = 📌 Saved, without edge profile: the registrar doesn’t report it.
points-saved-edge = 📌 Saved, without nameservers: the registrar doesn’t report them.
points-too-many = ⚠️ A domain can have up to 20 saved points. Open one that you no longer need and delete it, then save again.
points-named = ✅ Name saved.
points-deleted = 🗑 Restore point deleted.
points-gone = This restore point no longer exists.
points-heading = <b>🕓 { $name }</b>, { $time }
points-holds =
    { $parts ->
        [dns] It holds the <b>records</b>. Nameservers and edge profile stay as they are now.
        [nameservers] It holds the <b>nameservers</b>. The records stay as they are now.
        [edge] It holds the <b>edge profile</b>. The records stay as they are now.
        [dns-nameservers] It holds the <b>records</b> and the <b>nameservers</b>.
       *[dns-edge] It holds the <b>records</b> and the <b>edge profile</b>.
    }
points-before =
    { $kind ->
        [dns] The records before a change.
        [nameservers] The nameservers before a change.
       *[edge] The edge profile before a change.
    }
points-label-in-doubt = unknown
points-label-in-progress = in progress
points-label-failed = failed
points-in-doubt = ❔ Result unknown: this change may or may not have been made. Open it before you restore.
points-in-progress = ⏳ This change is still in progress. Wait for its result before you restore.
points-failed = ❌ This change failed, but one answer of the registrar was unclear. Compare before you restore.
points-changed-by =
    { $who ->
        [you] Changed by you.
        [unknown] Changed by another person.
       *[other] Changed by { $person }.
    }
points-saved-by =
    { $who ->
        [you] Saved by you.
        [unknown] Saved by another person.
       *[other] Saved by { $person }.
    }
points-same = Nothing to restore: everything is the same now.
points-unknown-nameservers = ℹ️ The registrar doesn’t report the current nameservers, so they aren’t compared.
points-unknown-edge = ℹ️ The registrar doesn’t report the current edge profile, so it isn’t compared.
points-empty = ⚠️ This point has no records, but the registrar requires at least one. Delete the records that you do not need.
points-difference = To be restored:
points-name-hint = To name this point, send a name.
points-restore-dns = ↩️ Restore records
points-restore-nameservers = ↩️ Restore servers
points-restore-edge = ↩️ Restore profile
points-delete = 🗑 Delete point
points-delete-sure = Delete this restore point? It cannot be restored.
dns-draft = <b>📝 Draft</b>, not applied yet. Your next change is added to it:
dns-draft-review = 📝 Review draft
templates-open = 🧩 Templates
templates-title = <b>🧩 Templates for</b> { $name }
templates-choose =
    { $sets ->
        [mail] ✉️ Choose your mail provider:
       *[site] 🖥 Choose your website host:
    }
templates-hint = Choose your mail provider or website host. You see the records first, and confirm every change.
templates-replaces =
    { $sets ->
        [no-mail] Replaces the domain’s mail servers (MX) and SPF record: the domain receives and sends no mail. All other records stay.
        [mail] Replaces the domain’s mail servers (MX). An existing SPF record is kept and extended. All other records stay.
        [site] Replaces the addresses at these hostnames. All other records stay.
       *[zone] Replaces records of the same hostname and type. Texts (TXT) are added. SPF is extended, DKIM and DMARC are replaced. All other records stay.
    }
templates-ask-account = Send your account or site name at { $provider }.
templates-ask-proof = Send the verification text that { $provider } shows for this domain: <code>{ $sample }</code>
templates-ask-dkim = Send the text of the DKIM record that { $provider } shows. It starts with <code>v=DKIM1</code>.
templates-ask-selector = Send the DKIM selector that { $provider } shows: the hostname before <code>._domainkey</code>.
templates-ask-target = Send the target of the first DKIM record that { $provider } shows: <code>{ $sample }</code>
templates-ask-mx = Send the mail server (MX) that { $provider } shows for this domain. If you skip, it is <code>{ $sample }</code>
templates-ask-text = Send the value of <code>{ $name }</code>.
templates-step = <b>Step { $step } of { $count }</b>
templates-skip = ⏭ Skip
templates-keep = ✅ Keep it
templates-answer = Your answer: <code>{ $value }</code>
templates-personal = ℹ️ Verification and DKIM differ for each domain. Add them to one domain at a time.
templates-usual = ⚠️ Compare the mail server with the one that { $provider } shows. Newer domains can have another one.
templates-bad-account = ⚠️ Use only letters, digits and hyphens.
templates-bad-proof = ⚠️ Send the whole verification text, as the provider shows it.
templates-bad-dkim = ⚠️ This DKIM text is incomplete. Copy all of it, as the provider shows it.
templates-bad-selector = ⚠️ Use only letters, digits, dots and hyphens.
templates-bad-target = ⚠️ Send the whole target that the provider shows for this domain.
templates-bad-mx = ⚠️ Send the whole name of the mail server, as the provider shows it.
templates-bad-record = ⚠️ Send another value. This one doesn’t fit the record:
templates-bad-text = ⚠️ Send the value in one line.
templates-apply = 🧾 Preview changes
templates-checked = Source: { $source }, checked { $month }.
templates-source = 📖 Instructions
templates-no-mail = No mail
templates-gone = This template no longer exists.
templates-title-many =
    { $count ->
        [one] <b>🧩 Templates for { $count } domain:</b>
       *[other] <b>🧩 Templates for { $count } domains:</b>
    }
templates-kind-mail = ✉️ Mail ({ $count })
templates-kind-site = 🖥 Website ({ $count })
templates-domain = domain
templates-save = ➕ Save as template
templates-save-as = ⭐ { $name }
templates-ask-name = Save the records of { $name } as your own template. In every record, the new domain’s name replaces this one.

    Or write your own: the name in the first line, then one record per line. You’re asked for a word in braces each time you apply it:
    <code>My shop
    www CNAME { "{shop}" }.example.net</code>

    Send a name for the template, or tap:
templates-saved = ✅ Template saved.
templates-taken = ⚠️ You already have a template with this name. Send another one.
templates-deleted = 🗑 Template deleted.
templates-delete = 🗑 Delete template
templates-delete-sure = Delete the template <b>{ $template }</b>? It cannot be restored.
templates-bad-name = ⚠️ Send a name of up to 30 characters.
templates-bad-line = ⚠️ This line isn’t a record: <code>{ $line }</code>
templates-no-records = ⚠️ This domain has no records to save.
templates-too-many = ⚠️ You can have up to 30 templates. Delete one first.
templates-too-large = ⚠️ A template can have up to 200 records.
many-dns-title =
    { $count ->
        [one] <b>🧭 DNS of { $count } domain:</b>
       *[other] <b>🧭 DNS of { $count } domains:</b>
    }
many-dns-how = Send a record to add it to all of them, such as <code>www A 203.0.113.5</code>. Or apply a template.
many-dns-partial = ⚠️ Send the whole record: hostname, type and value.
many-edge-title =
    { $count ->
        [one] <b>🛡 Edge profile for { $count } domain:</b>
       *[other] <b>🛡 Edge profile for { $count } domains:</b>
    }
many-edge-bad-key = ⚠️ An edge profile can’t have this name.
many-edge-missing = ⚠️ There is no edge profile with this name.
many-edge-off = ⚠️ This edge profile is off. Turn it on, or choose another.
change-edge-servers-many =
    { $count ->
        [one] ⚠️ The edge profile replaces the nameservers of { $count } domain.
       *[other] ⚠️ The edge profile replaces the nameservers of { $count } domains.
    }
dns-refused = ❌ These records aren’t allowed. Nothing was changed.
record-edit = ✏️ Edit record
record-delete = 🗑 Delete record
record-copy = 📋 Copy value
record-ttl = TTL: { $ttl } s
record-host-apex = @ (root)
record-bad-sentence = Send text or tap a button.
record-bad-unread = That isn’t a record. Send its hostname, type and value.
domain-ask =
    { $what ->
        [record] That is a DNS record. Which domain is it for?
       *[file] These are DNS records. Which domain are they for?
    }
domain-ask-hint = Tap a domain, or send its name.
domain-ask-none = DNS records belong to a domain, but this account has none yet. Send a name to search.
record-ask-type =
    <b>➕ Add a record to</b> { $name }

    Choose its type, or send the full record: <code>www A 203.0.113.5</code>, or with a TTL in seconds: <code>www 300 A 203.0.113.5</code>
record-ask-kind = Which type does this record have? Tap it.
record-ask-host =
    { $type ->
        [SRV] Which service is the SRV record for? Send it, such as <code>_sip._tcp</code>
        [CNAME] Which hostname gets the CNAME record? Tap, or send it: <code>www</code>, <code>shop</code>.
        [NS] Which subdomain gets the NS record? Tap, or send it: <code>lab</code>. To change the domain’s nameservers, use /ns.
       *[other] Which hostname gets the { $type } record? Tap, or send it: <code>www</code>, <code>mail</code>, or <code>@</code> for the root.
    }
record-ask-a = { $host } A: send the IPv4 address, such as <code>203.0.113.5</code>
record-ask-aaaa = { $host } AAAA: send the IPv6 address, such as <code>2001:db8::5</code>
record-ask-cname = { $host } CNAME: send the target, such as <code>example.net</code>
record-ask-mx = { $host } MX: send the priority and mail server, such as <code>10 mail.example.net</code>
record-ask-priority = Which priority does the mail server have? Tap, or send a number. The server with the lowest number is used first.
record-ask-txt = { $host } TXT: send the text.
record-ask-ns = { $host } NS: send the nameserver, such as <code>ns1.example.net</code>
record-ask-srv = { $host } SRV: send the priority, weight, port and target, such as <code>10 5 443 host.example.net</code>
record-ask-caa = { $host } CAA: send the flags, tag and value, such as <code>0 issue "letsencrypt.org"</code>
record-ask-new-value = Send the new value, a TTL (<code>ttl 300</code>), or the full record: <code>www 300 A 203.0.113.5</code>
record-problem-syntax = This isn’t a record.
record-problem-directive = This directive isn’t supported.
record-problem-class = Only records of class IN are supported.
record-problem-owner-missing = The hostname is missing.
record-problem-type =
    { $service ->
        [none] { $type } records aren’t supported by the registrar.
       *[other] { $type } records aren’t supported by { $service }.
    }
record-problem-type-imported = { $type } records can only be added from a zone file or a table.
record-problem-type-unknown = This record type is unknown.
record-problem-type-missing = The record type is missing.
record-problem-value-missing = The value is missing.
record-problem-signature = This DNSSEC record belongs to the nameserver that signed the zone.
record-problem-quote-open = A quotation mark isn’t closed.
record-problem-parenthesis = The parentheses don’t match.
record-problem-ttl-unread = This TTL isn’t a number of seconds, such as 300.
record-problem-columns = The header needs the columns <code>type</code>, <code>hostname</code> and <code>value</code>.
record-problem-json = This isn’t JSON from here on. Look for a missing comma, quotation mark or bracket.
record-problem-json-end = The JSON ends too early. A bracket or a quotation mark isn’t closed.
record-problem-json-records = The JSON has no list of records. Send a list, or an object with <code>records</code>.
record-problem-json-many = The JSON has more than 10,000 records. Split it.
record-problem-hostname = This isn’t a hostname.
record-problem-hostname-outside = This hostname is outside the domain.
record-problem-hostname-twice = This hostname has the domain in it twice. Remove one.
record-problem-hostname-service = The hostname of an SRV record starts with its service and protocol: <code>_sip._tcp</code>
record-problem-wildcard = Use * only alone, at the start of the hostname.
record-problem-apex = This record type isn’t allowed at the root. Use a subdomain.
record-problem-address-ipv4 = This isn’t an IPv4 address.
record-problem-address-ipv6 = This isn’t an IPv6 address.
record-problem-target = The target isn’t a hostname.
record-problem-target-relative = Send the full hostname of the target, such as <code>mail.example.net</code>.
record-problem-target-address = The target must be a hostname, not an IP address.
record-problem-text-empty = The text is empty.
record-problem-text-too-long = The text is too long.
record-problem-text-character = The text contains a character that isn’t allowed.
record-problem-text-generic = The length after “\#” doesn’t match the data. Send the text itself.
record-problem-text-quotes = The quotation marks don’t match, or something follows them.
record-problem-srv = Send the weight, port and target: <code>5 443 host.example.net</code>
record-problem-caa = Send the flags, tag and value: <code>0 issue "letsencrypt.org"</code>
record-problem-ttl = The TTL must be from 60 to 2147483647 seconds.
record-problem-ttl-large = This TTL is too large. The limit is 2147483647 seconds.
record-problem-priority = The priority must be from 0 to 65535.
record-problem-duplicate = This record is already in the list.
record-problem-alias-beside = A CNAME cannot share its hostname with other records. Delete them first.
record-problem-alias-twice = A hostname can have only one CNAME.
record-problem-alias-loop = These CNAME records form a loop.
record-problem-target-is-alias = The target is a CNAME. This record type must point to a hostname with an address.
record-problem-alias-targeted = Another record points to this hostname, so it needs an address instead of a CNAME.
record-problem-null-mx-beside = A “no mail” MX record can’t be combined with mail servers.

## Nameservers and edge

servers-title = <b>🖥 Nameservers of</b> { $name }
servers-none = The registrar lists no nameservers.
servers-edge = This domain uses an edge profile. Changing the nameservers disconnects the profile.
servers-replace = ✏️ Replace servers
servers-default = Registrar default
servers-preset = 🧭 { $key }
servers-presets = Available presets: { $keys }.
servers-ask = Send at least 2 nameservers for { $name }, one per line. Or send a preset: <code>preset default</code>
servers-ask-many =
    { $count ->
        [one] Send at least 2 nameservers for { $count } domain, one per line. Or send a preset: <code>preset default</code>
       *[other] Send at least 2 nameservers for { $count } domains, one per line. Or send a preset: <code>preset default</code>
    }
servers-warning-glue = { $at } is inside this domain. It needs a glue record, and those can’t be set here.
servers-warning-no-address = { $at } has no public address.
servers-warning-lame = { $at } doesn’t answer for this domain yet. Until it does, the domain may not open.
servers-warning-silent = { $at } doesn’t answer.
servers-warning-glue-many = { $at } is inside { $name }. It needs a glue record, and those can’t be set here.
servers-warning-lame-many =
    { $more ->
        [0] { $at } doesn’t answer for { $name } yet. Until it does, that domain may not open.
       *[other] { $at } doesn’t answer for { $name } and { $more } more yet. Until it does, they may not open.
    }
servers-checked = 🔎 New nameservers checked: { $checked } of { $total }
servers-checked-partly = ⚠️ New nameservers checked: { $checked } of { $total }. The others weren’t checked.
servers-unchecked = ⚠️ The new nameservers weren’t checked ({ $checked } of { $total }), because no DNS server answered in time.
servers-domains =
    { $rest ->
        [0] 🔎 They were asked about all { $total } domains.
       *[other] 🔎 They were asked about a sample: { $checked } of { $total } domains.
    }
servers-unlisted = ⚠️ Only the registrar knows the nameservers of this preset, so they weren’t checked.
servers-problem-too-few = Send at least 2 nameservers.
servers-problem-too-many = Send at most 13 nameservers.
servers-problem-duplicate = “{ $part }” is listed twice.
servers-problem-address = “{ $part }” is an IP address. Send hostnames.
servers-problem-name = “{ $part }” isn’t a hostname.
servers-problem-unknown-preset = This account has no preset “{ $part }”.
edge-title = <b>🛡 Edge profile of</b> { $name }
edge-unbound = No edge profile.
edge-unknown = Unknown: the registrar doesn’t report the edge profile.
edge-how = To connect one, send its name, such as <code>main</code>. Find the names under <b>Account → API → Edge profiles</b>.
edge-bind = 🛡 Connect { $key }

## Checks of a zone

check-open = 🩺 Check DNS
check-title = <b>🩺 Check of</b> { $name }
check-fine =
    { $count ->
        [0] ✅ All nameservers answer for this domain.
        [one] ✅ Checked { $count } record: no problems.
       *[other] ✅ Checked { $count } records: no problems.
    }
check-fine-partly = ▫️ Found no problems in what could be checked.
check-empty = ⚠️ This zone has no records, so the domain doesn’t open.
check-elsewhere =
    { $mode ->
        [edge] The records here aren’t public, because an edge profile serves this domain. Only its nameservers were checked.
       *[external] The records here aren’t public, because this domain has other nameservers. Only those were checked.
    }
check-offline = ⚠️ No DNS server on the internet answered, so this check is incomplete.
check-partly = ⚠️ Not everything was checked: DNS servers didn’t answer in time, or there is too much to ask.
check-servers-asked = Nameservers checked: { $checked } of { $total }
check-targets-asked = Targets outside this zone checked: { $checked } of { $total }
check-no-address = <code>{ $at }</code> has no address, so the domain itself doesn’t open.
check-gone-target = <code>{ $at }</code> leads to <code>{ $part }</code>, which has no record here.
check-dead-target = <code>{ $at }</code> leads to <code>{ $part }</code>, which has no address.
check-alias-target = <code>{ $at }</code> leads to <code>{ $part }</code>, which is a CNAME. Use a hostname with an address.
check-many-spf = <code>{ $at }</code> has { $part } SPF records, so receivers ignore them all. Merge them into one.
check-private-address = <code>{ $at }</code>: <code>{ $part }</code> is a private address. The internet can’t reach it.
check-mixed-ttl = <code>{ $at }</code>: the records have different TTLs ({ $part } s). Set the same one.
check-low-ttl = <code>{ $at }</code>: a TTL of { $part } s is very short. Resolvers ask again all the time. Use a longer one.
check-high-ttl = <code>{ $at }</code>: a TTL of { $part } s is over a week. A mistake stays visible that long. Use a shorter one.
check-server-without-address = Nameserver <code>{ $at }</code> has no public address, so resolvers can’t ask it.
check-lame-server = Nameserver <code>{ $at }</code> answers, but doesn’t serve this domain.
check-silent-server = Nameserver <code>{ $at }</code> doesn’t answer, so lookups are slow or fail.
mail-title = <b>✉️ Mail</b>
mail-check = ✉️ Check mail
mail-check-title =
    { $count ->
        [one] <b>✉️ Mail of { $count } domain</b>
       *[other] <b>✉️ Mail of { $count } domains</b>
    }
mail-not-public = the records here aren’t public
mail-mx =
    { $state ->
        [ok] { $count ->
            [one] ✅ MX: { $count } mail server
           *[other] ✅ MX: { $count } mail servers
        }
        [dead] { $count ->
            [one] ⚠️ MX: { $count } mail server has no address
           *[other] ⚠️ MX: { $count } mail servers have no address
        }
        [null_mx] ✅ MX: the domain accepts no mail
       *[none] ⚠️ MX: none, so mail to this domain probably gets lost
    }
mail-spf =
    { $state ->
        [ok] { $least ->
            [true] ▫️ SPF: at least { $count } of 10 lookups
           *[false] ✅ SPF: { $count } of 10 lookups
        }
        [many] ⚠️ SPF: several records, so receivers ignore them all
        [lookups] { $least ->
            [true] ⚠️ SPF: at least { $count } lookups, and only 10 are allowed
           *[false] ⚠️ SPF: { $count } lookups, and only 10 are allowed
        }
        [open] ⚠️ SPF: allows every sender
        [no_all] ⚠️ SPF: doesn’t say what to do with other senders (<code>~all</code> or <code>-all</code>)
       *[none] ⚠️ SPF: none, so receivers can’t tell real mail from fake
    }
mail-spf-broken =
    { $reason ->
        [include] ⚠️ SPF: receivers can’t use it, because <code>{ $part }</code> has no SPF record
        [included] ⚠️ SPF: receivers can’t use it, because the SPF record of <code>{ $part }</code> has a mistake
        [address] ⚠️ SPF: receivers can’t use it, because <code>{ $part }</code> has a wrong IP address
        [twice] ⚠️ SPF: receivers can’t use it, because it has <code>{ $part }=</code> twice
       *[term] ⚠️ SPF: receivers can’t use it, because <code>{ $part }</code> isn’t a known term
    }
mail-spf-uncounted = SPF: not all included records could be read, so there may be more lookups.
mail-dkim =
    { $state ->
        [ok] ✅ DKIM: { $selectors }
        [bad] ⚠️ DKIM: receivers can’t read the record of { $selectors }. Copy it again
       *[none] ⚠️ DKIM: none. Get the record from your mail provider
    }
mail-dmarc =
    { $state ->
        [ok] ✅ DMARC: { $policy }
        [monitors] ✅ DMARC: only reports (<code>p=none</code>)
        [alias] ✅ DMARC: a CNAME leads to it
        [many] ⚠️ DMARC: several records, so receivers ignore them all
        [version] ⚠️ DMARC: receivers ignore it. It must begin with <code>v=DMARC1</code>, in capitals
        [bad] ⚠️ DMARC: no policy (<code>p=</code>)
       *[none] ⚠️ DMARC: none. Many providers require it
    }

## Lists, prices, deliveries

list-place = Page { $page } of { $pages } · { $from }–{ $to } of { $total }
list-found =
    { $count ->
        [0] No domain names found in this list.
        [one] Found <b>1 domain</b>.
       *[other] Found <b>{ $count } domains</b>.
    }
list-check =
    { $count ->
        [one] 🔎 Check { $count } name
       *[other] 🔎 Check { $count } names
    }
list-count-free = ✅ { $count } available
list-count-yours = 🌐 { $count } yours
list-count-taken = ❌ { $count } taken
list-count-refused = 🚫 { $count } unavailable
list-count-unclear = ❔ { $count } unknown
list-yours = 🌐 Yours: { $names }
list-taken = Taken: { $names }
list-not-subdomain = a subdomain. Only { $whole } can be registered.
list-not-refused = rejected by the registrar
list-not-unknown = no answer from the registrar
list-warning-mixed =
    { $like ->
        [none] ⚠️ mixes look-alike alphabets ({ $scripts })
       *[other] ⚠️ mixes look-alike alphabets ({ $scripts }), looks like { $like }
    }
list-warning-looks-latin =
    { $latin ->
        [true] ⚠️ unusual Latin letters, looks like { $like }
       *[false] ⚠️ { $scripts } that reads like Latin: { $like }
    }
list-refused =
    { $count ->
        [one] 1 item skipped:
       *[other] { $count } items skipped:
    }
list-refused-part = { $count } items skipped. On this page: { $shown }
list-too-many =
    { $count ->
        [one] 1 name was left out: a list holds up to 10,000. Send it as another list.
       *[other] { $count } names were left out: a list holds up to 10,000. Send them as another list.
    }
list-duplicates =
    { $count ->
        [one] 1 duplicate removed.
       *[other] { $count } duplicates removed.
    }
list-skipped =
    { $count ->
        [one] 1 item skipped. See the last page.
       *[other] { $count } items skipped. See the last page.
    }
list-skipped-filtered =
    { $count ->
        [one] 1 item skipped. Remove the filter to see it.
       *[other] { $count } items skipped. Remove the filter to see them.
    }
list-progress = 🔎 Checked <b>{ $checked }</b> of { $total }
list-stopped = ⏸ Stopped: { $checked } of { $total } checked
list-stop = ⏹ Stop checking
list-continue = ▶️ Check the rest
list-show-all = Show all
list-none = No name matches this filter. Choose another filter.
list-gone = This list is gone. Send it again.
list-tick-page = Select page
list-untick-page = Deselect page
list-filters = <b>🔎 Show which names, and in which order?</b>
list-options = Filter, sort, years
list-filter-available = Available
list-filter-balance = Fits { $money }
list-years = Register the selected names for how many years?
list-sort-price = ↕️ Price
list-sort-renewal = ↕️ Renewal
list-sort-name = ↕️ Name
list-sort-sent = ↕️ As sent
list-total =
    { $years ->
        [1] Total: <b>{ $money }</b>
       *[other] Total for { $years } years: <b>{ $money }</b>
    }
list-total-renewal = Renewal total: { $money }/yr
list-own = Select yours: { $count }
list-register =
    { $count ->
        [one] Register { $count } domain
       *[other] Register { $count } domains
    }
list-hidden =
    { $count ->
        [one] ⚠️ 1 more is selected, hidden by the filter. This order leaves it out.
       *[other] ⚠️ { $count } more are selected, hidden by the filter. This order leaves them out.
    }
list-over-order = ⚠️ One order takes up to { $most } names. It will contain the first { $most } you selected, in this sort order.
prices-title = <b>💲 Prices</b>
prices-hint = First year, then each renewal. Search: <code>/prices com</code>
prices-none = No extension matches “{ $search }”.
prices-unread = The registrar hasn’t sent a price list yet.
prices-all = All prices
prices-sort-popular = ↕️ Popular
prices-sort-name = ↕️ By name
prices-sort-renewal = ↕️ By 2nd year
prices-history = To see the price history, search for one extension.
history-open = 📈 Price history
history-title = <b>📈 Price history of { $name }</b>
history-none = No prices yet. They’re checked once a day.
history-hint = First year, then each renewal.
history-now = Since { $date }: <b>{ $price }</b>
history-span = { $from } – { $until }: { $price }
history-day = { $date }: { $price }
history-gap = { $from } – { $until }: <i>not checked</i>
history-looked = Last checked: { $time }
history-failed = ⚠️ The last check got no answer. We’ll check again.
history-chart = Renewal price of { $name }
history-series = Renewal per year
history-caption = 📈 Renewal price of { $name }, at the end of each month. Months without a bar were not checked.
history-file = Price history of { $name }, in USD.
csv-history-from = Seen from
csv-history-until = Seen until
csv-history-register = First year (USD)
csv-history-renew = Renewal (USD)
csv-history-premium = Premium
csv-history-yes = yes
jump-title =
    { $count ->
        [one] <b>📈 The renewal price of a domain changed</b>
       *[other] <b>📈 The renewal prices of { $count } domains changed</b>
    }
jump-price = Renewal of { $name } was { $old } until { $date } and is now <b>{ $price }</b>.
jump-premium = { $name } is now a premium name 💎. Renewal costs <b>{ $price }</b>.
jump-premium-too = It is now a premium name 💎.
jump-expires =
    { $count ->
        [one] It expires in { $count } day.
       *[other] It expires in { $count } days.
    }
jump-mute = 🔔 Alerts
deliveries-title = <b>📮 Webhook delivery log</b>, newest first
deliveries-off = ⚠️ The webhook is off. Turn it on under Account → API.
deliveries-none = No deliveries yet.
deliveries-none-failed = No failed attempts.
deliveries-all = All attempts
deliveries-failed = Failed only
deliveries-state =
    { $state ->
        [delivered] ✅ Delivered
        [retrying] ⏳ Not delivered yet
        [failed] ❌ Not delivered
       *[unknown] ❔ Result unknown
    }
deliveries-when = attempt { $attempt }, { $time }
deliveries-next = Next attempt: { $time }
delivery-cause-dns = The receiver’s hostname wasn’t found.
delivery-cause-refused = The receiver refused the connection.
delivery-cause-tls = The receiver’s certificate was rejected.
delivery-cause-timeout = The receiver didn’t answer in time.
delivery-cause-status = The receiver answered with status { $status }.

## Alerts

alert-domain-registered = ✅ Domain registered.
alert-domain-renewed = ✅ Domain renewed.
alert-outside-domain-registered = 🛒 <b>Registered outside this bot.</b>
alert-outside-domain-renewed =
    { $times ->
        [1] 🔄 <b>Renewed outside this bot.</b>
       *[other] 🔄 <b>Renewed { $times } times outside this bot.</b>
    }
alert-outside-many-domain-registered = 🛒 <b>{ $count } domains registered outside this bot</b>
alert-outside-many-domain-renewed = 🔄 <b>{ $count } domains renewed outside this bot</b>
alert-outside-charged = Charged: <b>{ $money }</b>, judging by the balance
alert-outside-balance = Balance now: <b>{ $money }</b>
alert-outside-expires = Expires: { $date }
alert-outside-question = Not you? Freeze the account.
alert-outside-yours = ✅ You said it was you.
alert-domain-blocked = ⛔ Domain blocked.
alert-domain-blocked-past = ℹ️ Late alert: this domain was blocked, and is unblocked now.
alert-domain-unblocked = ✅ Domain unblocked.
alert-domain-unblocked-past = ℹ️ Late alert: this domain was unblocked, and is blocked again now.
alert-webhook-test = 🧪 The test event arrived.
alert-other = Event: { $type }
alert-blocked-for = Blocked for { $duration }.
alert-lasted = Unblocked after { $duration }
alert-times =
    { $count ->
        [one] once
       *[other] { $count } times
    }
alert-many-domain-registered = ✅ <b>{ $count } domains registered</b>
alert-many-domain-renewed = ✅ <b>{ $count } domains renewed</b>
alert-many-domain-blocked = ⛔ <b>{ $count } domains blocked</b>
alert-many-domain-unblocked = ✅ <b>{ $count } domains unblocked</b>
alert-many-other = <b>{ $count } domains</b>: { $type }
alert-many-past =
    { $type ->
        [domain-blocked] now unblocked
       *[other] blocked again
    }
alert-many-more =
    { $count ->
        [one] … and 1 more
       *[other] … and { $count } more
    }
alert-reason = Reason: { $reason }
alert-when = { $time }
alert-gone = This alert is no longer available.
alerts-title =
    <b>🔔 Alerts of all domains.</b> Tap to turn on or off.
alerts-title-one =
    <b>🔔 Alerts of { $name }.</b> Tap to turn on or off.

    A kind of alert that is off for all domains stays off here.
alerts-domain = For one domain: <code>/alerts example.com</code>. For all domains with one tag: <code>/alerts #shop</code>.
alerts-domain-registered = Registered
alerts-domain-renewed = Renewed
alerts-domain-blocked = Blocked
alerts-domain-unblocked = Unblocked
alerts-price-changed = Renewal price
alerts-webhook-test = Test event
alerts-one = ❌ Send one domain at a time, such as <code>/alerts example.com</code>. Nothing was changed.
alerts-muted = 🔕 { $what }: alerts off.
alerts-muted-domain = 🔕 { $what }: alerts off. You still get an alert if this domain is blocked.
alerts-muted-label = 🔕 { $what }: alerts off. You still get an alert if a domain with this label is blocked.
alerts-muted-tag = 🔕 { $what }: alerts off. You still get an alert if a domain with this tag is blocked.
alerts-blocks = Blocks
alerts-heard = 🔔 { $what }: alerts on.
alerts-no-tag = ❌ No domain has the tag “{ $what }”. Nothing was changed.
alerts-all = 🔔 Alerts of all domains
alerts-all-domain-registered = Registrations of all domains
alerts-all-domain-renewed = Renewals of all domains
alerts-all-domain-blocked = Blocks of all domains
alerts-all-domain-unblocked = Unblocks of all domains
alerts-all-price-changed = Renewal prices of all domains
alerts-all-webhook-test = Test events
alerts-domain-blocks = Blocks of this domain
alerts-domain-others = Other alerts of this domain
alerts-label-blocks = Blocks of 🏷 { $label }
alerts-label-others = Other alerts of 🏷 { $label }
alerts-tag-blocks = Blocks of { $label }
alerts-tag-others = Other alerts of { $label }
alerts-tags = 🏷 Alerts by tag
alerts-tags-title = <b>🏷 Alerts by tag.</b> Choose a tag.
alerts-tags-none =
    <b>🏷 Alerts by tag</b>

    You have no tags yet. Add one on the page of a domain: Tags and note.
alerts-tags-count =
    { $count ->
        [one] { $count } domain
       *[other] { $count } domains
    }
alerts-differ-title = <b>🔕 Domains that differ</b>
alerts-differ-none = All domains get the same alerts.
alerts-differ-blocks = blocks off
alerts-differ-others = only blocks
alerts-differ-all = all off
command-notifications = Alerts, reminders, quiet hours, digest
notifications-title = <b>🔔 Notifications</b>
notifications-always = You always get the results of your own orders and changes.
notifications-alerts =
    { $how ->
        [none] 🔕 Alerts: off
        [all] 🔔 Alerts: all on
       *[some] 🔔 Alerts: { $on } of { $count } on
    }
notifications-reminders =
    { $days ->
        [none] ⏰ Reminders: off
       *[other] ⏰ Reminders: { $days } days
    }
notifications-quiet =
    { $hours ->
        [none] 🌙 Quiet hours: off
       *[other] 🌙 Quiet hours: { $hours }
    }
notifications-digest =
    { $every ->
        [off] 🗞 Digest: off
        [daily] 🗞 Digest: daily, { $time }
       *[weekly] 🗞 Digest: { $day }, { $time }
    }
notifications-differ = 🔕 Domains that differ: { $count }
operator-alert = ✋ { $reference } needs manual review. Its owner was asked.
operator-alert-stuck = ⚠️ { $reference } makes no progress: an error repeats. See the log, and <code>npm run operator -- doubts</code>.

## Blocked domain

incident-open = ⛔ What to do
incident-blocked =
    { $time ->
        [none] ⛔ <b>Blocked.</b> The registrar didn’t report when the block began.
       *[other] ⛔ <b>Blocked</b> for { $duration }, since { $time }.
    }
incident-ended =
    { $duration ->
        [none] ✅ <b>No longer blocked.</b>
       *[other] ✅ <b>Unblocked</b> after { $duration }.
    }
incident-none = ✅ <b>Not blocked</b>, as far as we know.
incident-from = Blocked: { $time }
incident-until = Unblocked: { $time }
incident-no-reason = No reason given.
incident-earlier =
    { $count ->
        [one] Blocked once before.
       *[other] Blocked { $count } times before.
    }
incident-unchecked = ⚠️ The registrar couldn’t be reached. This is the last known state.
incident-works = <b>You can still</b> view the domain and its DNS records, and renew it.
incident-locked = <b>You can’t</b> change its DNS records, nameservers or edge profile.
incident-checks = <b>Check now</b>
incident-check-mail = Look for mail from the registrar about this domain, also in spam.
incident-check-site = Open the website and test its email. The registrar doesn’t say if they still work.
incident-check-records = Check that its DNS records and nameservers are what you expect.
incident-letter = <b>Letter to the registrar</b>
incident-copy = 📋 Copy letter
incident-letter-domain = Domain: { $domain }, account { $user }
incident-letter-since = Blocked since: { $time }
incident-letter-reason = Reason received:
incident-letter-no-reason = We received no reason.
incident-letter-ask = What caused this block, and what is needed to unblock the domain?

incident-changed = ⚠️ <b>Changed outside this bot.</b> Found { $time }.
incident-changed-servers = The new nameservers now decide where the website and email go.
incident-changed-records = Services that use these records now get the new values.
incident-ask-others = Ask everyone who can use this account.
incident-new-secrets = If none of them made the change, create a new token here and change your password at the registrar.
incident-check-site-change = Open the website and test its email.
# wording-ok: the label of a button.
incident-restore = Go back and tap Restore, or “It was me” to keep the change.
incident-letter-changed = Changed without us, found: { $time }
incident-letter-servers = Nameservers before: { $before }. Now: { $after }.
incident-letter-who = Who made this change, when, and from which address?

## Quiet hours

command-quiet = Quiet hours: /quiet 22-7
settings-quiet-hours = 🌙 Quiet hours
settings-saved = ✅ Saved.
quiet-hours-on = <b>🌙 Quiet hours: { $hours }</b>
quiet-hours-off = <b>🌙 Quiet hours: off</b>
quiet-hours-how =
    Alerts wait until { $end } and arrive in one message.

    Blocks, your orders and changes, charges and new people on your account still reach you right away.
quiet-hours-how-off = Alerts arrive right away.
quiet-hours-send = To change them, send hours such as <code>23:30-6:45</code>.
quiet-hours-none = Turn off
quiet-hours-bad = ❌ “{ $input }” isn’t a time span. Send hours such as <code>22-7</code>.
held-title =
    { $count ->
        [one] <b>🌙 { $count } alert from your quiet hours</b>
       *[other] <b>🌙 { $count } alerts from your quiet hours</b>
    }

## Digest

command-digest = Digest: /digest daily 9:00
settings-digest = 🗞 Digest
settings-autos = 🔁 Auto-renew
digest-every-off = Off
digest-every-daily = Daily
digest-every-weekly = Weekly
digest-now =
    { $every ->
        [off] <b>🗞 Digest: off</b>
        [daily] <b>🗞 Digest: every day at { $time }</b>
       *[weekly] <b>🗞 Digest: every week, { $day } at { $time }</b>
    }
digest-how =
    One silent message: what happened, what expires within 30 days, what has no result yet, and your spending.

    If there’s nothing to report, you get no message.
digest-send = To change the time, send one such as <code>8:30</code>.
digest-bad = ❌ “{ $input }” isn’t a time. Send one such as <code>8:30</code>.
digest-title = <b>🗞 Digest</b>
digest-period = { $since } – { $until }
digest-happened = <b>What happened</b>
digest-expiring = <b>Expires within 30 days: { $count }</b>
digest-doubts = <b>No result yet: { $count }</b>
digest-spending = <b>Spent</b>
digest-spent =
    { $count ->
        [one] Account { $user }: <b>{ $money }</b>, { $count } domain
       *[other] Account { $user }: <b>{ $money }</b>, { $count } domains
    }
digest-spent-unknown = charge unknown: { $count }
digest-open-expiring = ⏰ Expiring domains

## Settings

settings-title = <b>⚙️ Settings</b>
settings-notifications = 🔔 Notifications
settings-language = 🌍 Language
settings-zone = 🕰 Time zone
settings-spending-limits = 💸 Spending limits
settings-alerts = 🔔 Alerts
settings-language-now = Language: { $language }
settings-zone-now = Time zone: { $zone } (now { $time })
settings-zones =
    <b>🕰 Choose your time zone</b>

    Tap a city, or send another one, such as <code>Madrid</code> or <code>Europe/Madrid</code>.
zone-los-angeles = Los Angeles
zone-new-york = New York
zone-sao-paulo = São Paulo
zone-utc = UTC
zone-london = London
zone-berlin = Berlin
zone-kyiv = Kyiv
zone-istanbul = Istanbul
zone-moscow = Moscow
zone-dubai = Dubai
zone-kolkata = Kolkata
zone-shanghai = Shanghai
settings-zone-saved = ✅ Time zone saved.
settings-zone-unknown = ❌ Time zone not found. Send a city, or a time zone such as <code>Europe/Paris</code>.
language-choose = <b>🌍 Choose a language</b>
language-changed = ✅ Language: English

## Spending

spending-limits-title =
    <b>💸 Spending limits</b>

    🧢 Daily limit: the most you can spend in one day.
    ❓ Double-check: orders over this amount need a second confirmation. If you choose none, only unusually large orders do.
    📉 Low-balance alert: a message when your balance drops below this amount.
spending-limits-none = off
spending-limits-usual = ❓ Double-check large
spending-limits-large = Large orders only
spending-limits-cap = 🧢 Daily limit: { $money }
spending-limits-ask = ❓ Double-check over: { $money }
spending-limits-low = 📉 Alert below: { $money }
spending-limits-ask-cap = <b>🧢 Daily limit:</b> tap, or send an amount in US dollars. The day starts at midnight UTC.
spending-limits-ask-ask = <b>❓ Double-check orders over:</b> tap, or send an amount in US dollars.
spending-limits-ask-low = <b>📉 Low-balance alert below:</b> tap, or send an amount in US dollars.
spending-limits-set = Set { $money }
spending-limits-remove = Turn off
spending-limits-saved = ✅ Saved.
spending-limits-bad = Send an amount such as 20 or 49.99, not “{ $input }”.
low-balance = 📉 Low balance: <b>{ $money }</b> in account <b>{ $user }</b>.

## Profile -> API

profile-title = <b>🔑 API</b>, account <b>{ $user }</b>
profile-token = 🔑 Token
profile-whitelist = 🧱 IP whitelist
profile-webhook = 📮 Webhook
profile-defaults = ⚙️ Order defaults
profile-presets = 🧭 Presets
profile-edges = 🛡 Edge profiles
profile-token-now = Token: …{ $last4 }, created { $time }
profile-token-none = Token: none yet
profile-whitelist-now =
    { $count ->
        [0] IP whitelist: <b>empty</b>. The registrar blocks all API requests.
        [one] IP whitelist: 1 entry
       *[other] IP whitelist: { $count } entries
    }
profile-webhook-now =
    { $state ->
        [none] Webhook: none
        [ours] Webhook: this bot
       *[other] Webhook: <code>{ $url }</code>
    }
profile-webhook-off = ⚠️ The webhook is off.
profile-webhook-on =
    { $on ->
        [true] The webhook is on.
       *[other] ⚠️ The webhook is off.
    }
profile-kept = Presets: { $presets } · Edge profiles: { $edges }
profile-saved = ✅ Saved.
profile-preset-replaced =
    { $default ->
        [true] ✅ Updated “{ $key }” (was { $was }). It is the default, so new domains get the new servers.
       *[other] ✅ Updated “{ $key }” (was { $was }).
    }
profile-edge-saved =
    { $was ->
        [none] ✅ Saved.
        [all] ✅ Updated “{ $key }” (was all extensions).
       *[other] ✅ Updated “{ $key }” (was { $was }).
    }{ $unsold ->
        [none] {""}
       *[other] {"\u000A"}⚠️ Not sold here: { $unsold }.
    }
profile-refused = ❌ Not saved.
profile-problem-entry = “{ $part }” isn’t an IP address or a network.
profile-problem-entries = 50 entries is the maximum. Remove one first.
profile-problem-target-not-a-url = This isn’t a web address. Send one in full.
profile-problem-target-not-https = The address must start with <code>https://</code>.
profile-problem-target-credentials = Remove the user name and password from the address.
profile-problem-target-not-public = This address isn’t reachable from the internet. Send a public one.
profile-problem-target-not-receiver = This address is ours. To get events here, tap the button below.
profile-problem-target-missing = No address yet. Send one first.
profile-problem-secret-missing = No new secret yet. Create one first.
profile-problem-key = “{ $part }” isn’t allowed as a name. Use at most 64 Latin letters, digits, dots, hyphens and underscores.
profile-problem-preset-built-in = The preset “{ $part }” is built in. Choose another name.
profile-problem-preset-missing = The preset “{ $part }” no longer exists.
profile-problem-edge-missing = The edge profile “{ $part }” no longer exists.
profile-problem-zone = “{ $part }” isn’t an extension. Send one such as <code>.com</code>.
profile-problem-ttl = Send a TTL from 60 to 2147483647 seconds.
profile-not-owner = ⚠️ Only the account owner can change this. Ask them.
profile-sure-everyone = ⚠️ Allow any IP
profile-sure-last-address = 🗑 Remove last entry
profile-sure-own-address = 🗑 Remove bot’s IP
profile-sure-no-webhook = 🗑 Remove address
profile-sure-api-off = ⏸ Turn API off
profile-sure-default-preset = 🗑 Remove preset
profile-sure-default-edge = 🗑 Remove profile
profile-sure-default-edge-off = ⏸ Turn profile off
profile-sure-default-edge-zones = ⚠️ Change profile
profile-sure-old-token = 🔑 Replace token
profile-doubt-everyone = ⚠️ <b>Allow any IP address?</b> Then only your token protects your balance.
profile-doubt-last-address = ⚠️ <b>Remove the last entry?</b> Without it, the registrar blocks all API requests, including this bot’s.
profile-doubt-own-address = ⚠️ <b>Remove this bot’s IP?</b> Without it, this bot loses access to your account.
profile-doubt-no-webhook = ⚠️ <b>Remove the webhook address?</b> Without it, nothing gets the events of this account, and alerts stop.
profile-doubt-api-off = ⚠️ <b>Turn the API off?</b> All API access stops, including this bot’s, until you turn it back on here.
profile-doubt-default-preset = ⚠️ <b>Remove the default preset?</b> Without it, new domains get the registrar’s nameservers.
profile-doubt-default-edge = ⚠️ <b>Remove the default profile?</b> Without it, new domains get no edge profile.
profile-doubt-default-edge-off = ⚠️ <b>Turn off the default profile?</b> While it is off, orders that use it fail.
profile-doubt-default-edge-zones = ⚠️ <b>Change the default profile?</b> Orders under the extensions it loses will fail.
profile-doubt-old-token = ⚠️ <b>Replace the token?</b> Your current token stops working immediately. Update your apps. This bot switches automatically.
profile-token-title = <b>🔑 Token and API</b>
profile-token-how = A token is shown once. To create one, you need a balance of at least $40.00.
profile-token-create = 🔑 Create token
profile-token-reissue = 🔑 Create new token
profile-token-shown = ✅ New token created. It is in a separate message.
profile-webhook-shown = ✅ New secret created. It is in a separate message.
profile-token-frozen = ❌ The account is frozen: its token cannot be replaced, and its API can only be turned off. For anything else, unfreeze it first (Account → Freeze).
profile-whitelist-frozen = ❌ The account is frozen: only this bot’s address can be added, and it cannot be removed. Unfreeze it first (Account → Freeze).
profile-webhook-frozen = ❌ The account is frozen: its webhook cannot be turned off, moved or get a new secret. Unfreeze it first (Account → Freeze).
profile-token-short = ❌ To create a token, you need a balance of { $needed } (you have { $money }).
profile-api-switch =
    { $on ->
        [true] ⏸ Turn the API off
       *[other] ▶️ Turn the API on
    }
profile-whitelist-title = <b>🧱 IP whitelist</b>
profile-whitelist-how = To add one, send an IP or a network: <code>203.0.113.5</code>, <code>2001:db8::/48</code>. Up to 50 entries. Tap an entry to remove it.
profile-whitelist-this-bot = { $entry } 🤖 this bot
profile-whitelist-near = ❌ “{ $said }” wasn’t added. Send an IP address or a network, such as <code>203.0.113.0/24</code>.
profile-whitelist-network = ✅ Saved as a whole network: <code>{ $networks }</code>. Every address in it is allowed. To allow a single address, send it without the “/” part, then remove the network.
profile-whitelist-ours = ➕ Add this bot’s IPs
profile-webhook-title = <b>📮 Webhook</b>
profile-webhook-deaf = ⚠️ Alerts are off: this bot doesn’t get the events of this account.
profile-webhook-how = To send events elsewhere, send a public address: <code>https://example.com/events</code>
profile-webhook-near = ❌ “{ $said }” isn’t a full web address. Start it with <code>https://</code>.
profile-webhook-here = 📮 Send to this bot
profile-webhook-remove = 🗑 Remove address
profile-webhook-switch =
    { $on ->
        [true] ⏸ Turn off
       *[other] ▶️ Turn on
    }
profile-webhook-test = 🧪 Send test event
profile-secret-new = 🔁 Create new secret
profile-secret-use = ✅ Use new secret
profile-secret-waits = The new secret takes effect on { $time }. To switch now, tap <b>Use new secret</b>.
profile-test-delivered = ✅ Test event delivered: the receiver answered with status { $status }.
profile-test-failed =
    { $error ->
        [dns] ❌ Test event failed: the receiver’s hostname wasn’t found.
        [refused] ❌ Test event failed: the receiver refused the connection.
        [tls] ❌ Test event failed: the receiver’s certificate was rejected.
        [timeout] ❌ Test event failed: the receiver didn’t answer in time.
       *[other] ❌ Test event failed: the receiver answered with status { $status }.
    }
profile-defaults-title = <b>⚙️ Order defaults</b>
profile-default-preset = 🧭 Nameserver preset: { $key }
profile-default-edge = 🛡 Edge profile: { $key }
profile-default-edge-off = ⚠️ This profile is off, so orders that use it fail. Turn it on under <b>🛡 Edge profiles</b>, or choose another.
profile-default-edge-zone = ⚠️ This profile doesn’t cover every extension here, so such orders fail. Change it under <b>🛡 Edge profiles</b>, or choose another default.
profile-default-ttl = ⏱ TTL: { $ttl }
profile-default-none = none
profile-defaults-how = Tap to change, or send a TTL in seconds (60 or more).
profile-defaults-near = ❌ “{ $said }” isn’t a TTL from 60 to 2147483647 s. Send whole seconds.
profile-presets-title = <b>🧭 Nameserver presets</b>
profile-presets-none = No presets yet.
profile-presets-how = To save one, send its name and at least two servers: <code>main ns1.example.net ns2.example.net</code>. Tap one to remove it.
profile-presets-near = ❌ “{ $said }” wasn’t saved. Send the name first, then the servers.
profile-edges-title = <b>🛡 Edge profiles</b>
profile-edges-none = No edge profiles yet.
profile-edges-how = To save one, send its name, then its extensions if not all: <code>main .com .net</code>
profile-edges-near = ❌ “{ $said }” wasn’t saved. Send the name first, then the extensions, each with its dot.
profile-edge-all = all extensions
profile-guide =
    { $service ->
        [none] Manage this account at your registrar, under <b>Profile → API</b>:
       *[other] Manage this account at { $service }, under <b>Profile → API</b>:
    }
profile-shared =
    <b>🔑 API</b>, account <b>{ $user }</b>

    The account owner manages its token, IP whitelist and webhook. You use the token that they gave you.

    If they create a new token, yours stops working. Ask for the new one and send it here.
profile-unowned =
    <b>🔑 API</b>, account <b>{ $user }</b>

    This account has no owner here. The bot’s admin manages its token, IP whitelist and webhook.

    To manage it yourself, send the admin these two numbers: account <code>{ $user }</code>, your ID <code>{ $you }</code>.
profile-guide-addresses =
    { $done ->
        [true] 1. ✅ This bot’s IPs are on the whitelist.
       *[other] 1. Add these addresses to the IP whitelist:
    }
profile-guide-receiver =
    { $done ->
        [true] 2. ✅ Events reach this bot at this webhook address:
       *[other] 2. To get alerts, set this webhook address:
    }
profile-guide-deaf = 2. 🔕 Alerts are unavailable: this bot has no public address. Ask the bot’s admin to set one.
profile-guide-secret =
    { $kept ->
        [true] 3. ✅ The webhook signing secret is saved.
       *[other] 3. Copy the webhook signing secret and send it here. We need it to verify events.
    }
profile-guide-token = If you create a new token there, the old one stops working. Send the new one here.
profile-copy-receiver = 📋 Webhook address
profile-give-secret = 🔏 Send secret
profile-secret-ask =
    <b>🔏 Webhook signing secret</b>

    Find it next to the webhook address in your registrar account. Send it alone, in one message.
connect-safety-secret = We delete your message right away, store the secret encrypted, and never show it.
profile-secret-kept = ✅ Secret saved. This bot now accepts the registrar’s events.
profile-secret-undeleted = ✅ Secret saved. ⚠️ Your message with it couldn’t be deleted. Delete it yourself.
profile-secret-malformed = ❌ That doesn’t look like a secret. Copy it whole and send it alone, in one message.
profile-secret-not-here = This account’s secret is already saved. We deleted your message.
secret-token = <b>🔑 Your new token.</b> This bot already uses it.
secret-webhook = <b>🔏 Webhook signing secret.</b>
secret-once = Copy it now: it won’t be shown again. This message disappears in 10 minutes.
secret-copy = 📋 Copy
secret-saved = ✅ Hide message
secret-token-gone = 🔒 We removed the token from the chat. If you didn’t save it, create a new one.
secret-webhook-gone = 🔒 We removed the secret from the chat. If you didn’t save it, create a new one.

# What is kept of a person

settings-expiry = ⏰ Reminders
settings-privacy = 🔐 My data
command-privacy = Export or delete my data
privacy-title = <b>🔐 My data</b>
privacy-kept =
    We store your Telegram user ID and name, language, time zone and settings. We also store your encrypted tokens, orders, changes, domain alerts, tags and notes.
    Lists that you send are kept 30 days. Other messages aren’t kept. Your data goes only to your registrar.
privacy-you = You can export all of it as a file, or delete it.
privacy-export = 📄 Export my data
privacy-delete = 🗑 Delete my data
privacy-exported = ✅ The file is in the next message.
privacy-file = All data kept about you, without tokens and secrets.
privacy-first =
    <b>🗑 Delete all your data here?</b>

    This disconnects your accounts and stops alerts. It permanently deletes your orders and changes, DNS restore points, tags, notes and settings.

    Your domains and money stay at your registrar. To keep access, save a token first. You can create one under <b>Account → API → Token</b>, or on the registrar’s website.
privacy-go-on = 🗑 Delete everything
privacy-second = <b>⚠️ You cannot undo this.</b> Delete all your data now?
privacy-delete-all = 🗑 Delete for good
privacy-gone =
    ✅ All your data is deleted.

    To begin again, send /start.
privacy-open =
    ⏳ Still in progress: { $references }{ $more ->
        [0] {""}
       *[other] {" "}and { $more } more
    }

    Your money may depend on the result, so nothing is deleted yet. We’ll message you when the result is known.
privacy-see-open = 📋 Open my orders

## Files

operation-csv = ⬇️ Receipt as CSV
operation-file =
    { $kind ->
        [register] Order { $reference }: the result for each name.
        [renew] Order { $reference }: the result for each name.
       *[other] Change { $reference }: the result for each name.
    }
csv-order = Order
csv-change = Change
csv-domain = Domain
csv-years = Years
csv-status = Status
csv-charged = Charged (USD)
csv-expires = Expires
csv-registered = Registered
csv-renewal = Renewal (USD)
csv-edge = Edge profile
csv-label = Label
csv-tags = Tags
csv-note = Note
csv-reference = Reference
csv-reason = Reason
csv-status-done = done
csv-status-failed = failed
csv-status-open = in progress
csv-status-unknown = unknown
domains-csv = ⬇️ CSV
domains-file =
    { $count ->
        [one] 1 domain
       *[other] { $count } domains
    }

## Programs that propose orders

programs-open = 🤖 Programs
programs-title = <b>🤖 Programs</b>
programs-none = No programs yet. Give an agent or a script its own token. It can look and propose orders, and only your tap pays.
programs-how = These programs can propose orders. Nothing is bought until you tap <b>Pay</b>.
programs-new = ➕ New program
programs-list = 🤖 Programs
programs-invalid = ⚠️ Check the domains: write an extension as <code>.com</code> or a domain as <code>example.com</code>.
programs-full = You have 20 programs. Stop one first.
programs-created = ✅ Program created. Its token is in the next message.
programs-new-title = <b>New program: { $name }</b>
programs-new-safety = It can only propose orders. Only your tap pays for them, within your own limits.
programs-domains = Domains: { $what }
programs-scope-all = all
programs-sums = Limits: { $day } per day, { $order } per order
programs-left = Left today: { $left }
programs-days =
    { $days ->
        [one] Ends in 1 day
       *[other] Ends in { $days } days
    }
programs-days-choice =
    { $count ->
        [one] 1 day
       *[other] { $count } days
    }
programs-allows = Allowed: { $what }
programs-allow-read = Read
programs-allow-register = Purchases
programs-allow-renew = Renewals
programs-allow-dns = DNS
programs-allow-nameservers = Nameservers
programs-set-name = ✏️ Name
programs-set-domains = 🌐 Domains
programs-set-day = 💵 Limit per day
programs-set-order = 💵 Limit per order
programs-set-days = 📅 Duration
programs-all-domains = All domains
programs-create = ✅ Create token
programs-rejected = ⚠️ We didn’t get “{ $input }”.
programs-ask-name = Send a name for the program, such as <code>my agent</code>:
programs-ask-domains = Send the domains or extensions that it may use, such as <code>.com brand.net</code>. Or send one of your tags, such as <code>#shop</code>:
programs-ask-day = Its limit per day, in dollars:
programs-ask-order = Its limit per order, in dollars:
programs-ask-days = How many days should it work? Up to 366:
program-title = <b>🤖 { $name }</b> · token …{ $last4 }
program-state-live = ✅ Works until { $date }
program-state-stopped = ⏹ Stopped: its token no longer works.
program-state-expired = ⌛ Ended { $date }
program-state-banned = ⏹ Paused by the bot’s admin.
program-used = Last used: { $time }
program-unused = Never used
program-log-none = No proposals yet.
program-log = Latest proposals:
program-log-line = { $time } · { $what } { $name }: { $outcome }
program-proposals = 🔔 Proposals ({ $count })
program-stop = ⏹ Stop this program
proposal-action-register = buy
proposal-action-renew = renew
proposal-action-dns = DNS of
proposal-action-nameservers = nameservers of
proposal-outcome-pending = being prepared
proposal-outcome-waiting = waiting for you
proposal-outcome-asked_again = waiting for you
proposal-outcome-in_progress = in progress
proposal-outcome-done = done
proposal-outcome-failed = failed
proposal-outcome-declined = declined
proposal-outcome-stopped = program stopped
proposal-outcome-replaced = replaced by your own quote
proposal-outcome-expired = expired
proposal-outcome-refused = refused
proposal-refusal-not_allowed = refused, not permitted
proposal-refusal-outside = refused, outside its domains
proposal-refusal-too_many_open = refused, five are already waiting for you
proposal-refusal-over_order = refused, over its limit per order
proposal-refusal-over_day = refused, over its limit for today
proposal-refusal-key_reused = refused, changed after it was sent
proposal-refusal-in_progress = refused, still being prepared
proposal-refusal-already_quoted = refused, you already have a quote for it
proposal-refusal-ended = refused, the program has ended
proposal-refusal-frozen = refused, frozen
proposal-refusal-not_available = refused, the name is taken
proposal-refusal-not_yours = refused, not your domain
proposal-refusal-not_sold = refused, extension not sold
proposal-refusal-invalid = refused, a mistake in the order
proposal-refusal-no_price = refused, price unknown
proposal-refusal-too_long = refused, too many years
proposal-refusal-nothing_to_change = refused, nothing would change
proposal-refusal-busy = refused, another order is in progress
proposal-refusal-unavailable = refused, the registrar did not answer
program-unreadable = <i>an unreadable name</i>
proposals-title =
    { $count ->
        [one] <b>🤖 { $name }</b> proposes:
       *[other] <b>🤖 { $name }</b> proposes { $count } orders:
    }
proposals-none = <b>🤖 { $name }</b> has no proposals now.
proposals-order =
    { $kind ->
        [renew] Renew, { $years } yr: { $money }, then { $renewal }/yr
       *[other] Buy, { $years } yr: { $money }, then { $renewal }/yr
    }
proposals-dns = DNS: ➖ { $removed }, ➕ { $added }, ✏️ { $changed }
proposals-nameservers = Nameservers: { $names }
proposals-again = ⚠️ This changed after you tapped <b>Pay</b>. You were not charged. Check it again.
proposals-lapsed = ⌛ The price expired.
proposals-blocked-no_access = ⚠️ We have no access to the account now.
proposals-blocked-frozen = 🧊 Frozen: it can’t be paid now.
proposals-blocked-short = ⚠️ Your balance is too low for this.
proposals-blocked-over_cap = ⚠️ This is over your daily limit.
proposals-blocked-ended = ⌛ The program can’t propose this any more.
proposals-blocked-outside = ⚠️ The program can no longer propose this domain.
proposals-blocked-over = ⚠️ This is over the program’s limit now.
proposals-words = In its own words:
proposals-recent = Recent:
proposals-left = Left today: { $left } of { $day }. Ends { $date }
proposals-safety = Nothing is bought until you tap <b>Pay</b>.
proposals-pay = Pay { $money }
proposals-decline = ✖️ Decline
proposals-refresh = 🔄 Refresh price
proposals-review = 🔍 Review
proposals-program = 🤖 Program
proposals-not-now = ⏳ The registrar isn’t responding. Try again in a minute.
proposals-gone = This proposal is gone.
secret-program = <b>🔑 Token of your program.</b> Put it in the program’s settings, never in a chat.
secret-program-gone = 🔒 We removed the token from the chat. If you did not save it, stop this program and create a new one.
operation-note-mandate-ended = ⌛ The program’s proposal expired. You were not charged.
operation-note-mandate-over = ⚠️ This is over the program’s limit. You were not charged.
operation-note-mandate-outside = ⚠️ The program can no longer propose this domain. You were not charged.
command-programs = Programs that propose orders
