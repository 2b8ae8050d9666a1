# Все тексты бота по-русски. Ключи и переменные те же, что в en.ftl.

language-name = Русский
bot-about = Покупка доменов и управление ими прямо в Telegram.
bot-description =
    Поиск, покупка и настройка доменов прямо в Telegram. Если с доменом что-то случится, вы сразу получите уведомление.

    Нажмите «Старт» и пришлите имя, например my-shop.com.

## Общие кнопки

button-again = 🔄 Повторить
button-back = ‹ Назад
button-connect = 🔑 Подключить аккаунт
button-connection-check = 🩺 Как исправить
button-first = ⏮ { $page }
button-home = 🏠 Главная
button-last = { $page } ⏭
button-more = ⋯ Ещё
button-next = Следующие ›
button-previous = ‹ Предыдущие
button-refresh = 🔄 Обновить
duration-days = { $days } д { $hours } ч
duration-hours = { $hours } ч { $minutes } мин
duration-minutes = { $minutes } мин

sandbox-note = 🧪 Песочница: деньги ненастоящие, покупка учебная.
moment-at = в { $time }
price-unknown = цена неизвестна

## Главная и справка

home-title = <b>🏠 Главная</b>
home-greeting = 👋 Добро пожаловать!
home-hint = Пришлите домен (<code>example.com</code>), слово (<code>coffee</code>) или список имён.
home-welcome =
    { $service ->
        [none] Здесь можно искать, регистрировать и настраивать домены прямо в чате.
       *[other] Здесь можно искать, регистрировать и настраивать домены в { $service } прямо в чате.
    }

    Нажмите на пример или пришлите домен, слово или целый список.

    { $sandbox ->
        [true] Чтобы искать и покупать, откройте песочницу (игровые деньги) или подключите аккаунт.
       *[other] Чтобы искать и покупать, подключите аккаунт.
    }
home-examples = Нажмите на пример или пришлите домен, слово или целый список.
home-example-list = 📋 Список из 3 имён
home-account =
    { $money ->
        [sandbox] 🧪 Песочница <b>{ $user }</b>, токен …{ $last4 }
       *[other] Аккаунт <b>{ $user }</b>, токен …{ $last4 }
    }
home-balance-old = Баланс: <b>{ $money }</b> (последний известный: регистратор не ответил вовремя)
home-count =
    { $count ->
        [one] { $count } домен
        [few] { $count } домена
       *[other] { $count } доменов
    }
home-expired =
    { $count ->
        [one] ⌛ Истёк срок: { $count } домен
        [few] ⌛ Истёк срок: { $count } домена
       *[other] ⌛ Истёк срок: { $count } доменов
    }
home-next =
    { $money ->
        [none] Следующим истекает: { $name }, { $date }
       *[other] Следующим истекает: { $name }, { $date }. Продление: { $money }
    }
home-due = ⏰ Истекают в ближайшие 60 дней: { $count }
home-due-cost =
    { $both ->
        [true] Продлить их все: { $money }
       *[other] Продление: { $money }
    }
home-blocked = ⛔ Заблокировано: { $count }
home-open-expired = ⌛ Истекли: { $count }
home-open-blocked = ⛔ Заблокированы: { $count }
home-need-you = ✋ Ждут вашего ответа: { $count }
home-in-doubt = ⏳ Пока без ответа: { $count }. Бот проверяет.
home-list =
    { $count ->
        [one] список, { $count } имя
        [few] список, { $count } имени
       *[other] список, { $count } имён
    }
home-renew = ⏰ Продлить { $count }
home-state-needs-whitelist =
    { $owned ->
        [true] ⚠️ IP этого бота нет в белом списке аккаунта. Добавить его можно в разделе <b>«Аккаунт»</b>.
       *[other] ⚠️ IP этого бота нет в белом списке аккаунта. Что делать, написано в разделе <b>«Аккаунт»</b>.
    }
home-state-needs-token =
    { $owned ->
        [true] ⚠️ Токен больше не действует. Включить API или создать новый токен можно в разделе <b>«Аккаунт»</b>.
       *[other] ⚠️ Токен больше не действует: его заменили или отключён API. Пришлите новый командой /connect или проверьте прежний в разделе <b>«Аккаунт»</b>.
    }
home-state-unproved = ⚠️ Токен пока не проверен: регистратор ещё не ответил.
home-cancelled = Отменено. Ничего не куплено и не изменено.
home-cancelled-what =
    { $goesOn ->
        [true] Отменено: { $what }. Ничего не куплено и не изменено. Подтверждённое раньше продолжается.
       *[false] Отменено: { $what }. Ничего не куплено и не изменено.
    }
home-resume = ▶️ Продолжить: { $name }
home-nothing = Отменять нечего.
home-search = 🔎 Поиск
home-domains = 🌐 Мои домены
home-operations = 🧾 Заказы
home-accounts = 💳 Аккаунт
home-settings = ⚙️ Настройки
home-help = ❓ Справка
home-language = 🌍 Язык
home-connect = 🔑 Подключить аккаунт
home-sandbox = 🧪 Открыть песочницу

help-top = <b>❓ Что умеет бот</b>
help-line = /{ $command } — { $does }
help-more = Другие команды:
help-typing =
    Достаточно просто написать: домен (<code>example.com</code>), ключевое слово (<code>example</code>), список, номер заказа или изменения (<code>#4K7Q</code>).

    Изменение можно прислать одной строкой: <code>/dns example.com www A 203.0.113.5</code> или <code>/ns example.com ns1.host.net ns2.host.net</code>

    Ничего не покупается, пока вы не нажмёте зелёную кнопку <b>«Оплатить»</b>. Сам бот платит только за автопродление, не дороже вашей цены.
help-support = 💬 Поддержка

command-start = Главная
command-search = Найти домен: /search example
command-prices = Цены: /prices com
command-domains = Мои домены (добавьте слово для поиска)
command-renew = Продлить: /renew example.com 2
command-expiring = Что скоро истекает: /expiring 60
command-dns = Записи DNS: /dns example.com
command-ns = NS-серверы: /ns example.com
command-edge = Edge-профиль: /edge example.com main
command-watch = Следить: /watch example.com 40
command-alerts = Выбрать уведомления
command-deliveries = Журнал вебхуков
command-account = Баланс, лимиты и доступ
command-api = Токен, белый список, вебхук
command-orders = Мои заказы и изменения
command-ops = Мои заказы и изменения
command-op = Заказ или изменение: /op 4K7Q
command-spending = Расходы по месяцам
command-connect = Подключить аккаунт по токену
command-settings = Часовой пояс, язык, лимиты
command-language = Выбрать язык
command-help = Что умеет бот
command-cancel = Отменить текущий шаг

## Непонятое

unknown-text = Бот этого не понял. Пришлите домен, например <code>example.com</code>, или ключевое слово.
unknown-thanks = Всегда пожалуйста! Для нового поиска пришлите домен или слово.
unknown-answer = Сейчас бот ни о чём не спрашивает. Выберите действие или пришлите домен.
unknown-command = Такой команды нет. Возможно, вы имели в виду:
unknown-file = Этот файл здесь не подойдёт. Список имён пришлите файлом <code>.txt</code> или <code>.csv</code>.
unknown-file-large = Файл слишком большой: список может занимать до 2 МБ. Разделите его или пришлите имена текстом.
unknown-file-binary = Это не текстовый файл. Сохраните имена в <code>.txt</code> или <code>.csv</code> и пришлите ещё раз.
unknown-file-unavailable = Не удалось скачать файл из Telegram. Пришлите его ещё раз.
unknown-file-unreadable = Не удалось скачать файл: бот не может открыть файлы своего сервера Telegram. Сообщите администратору бота или пришлите текст сообщением.
unknown-file-empty = В файле не нашлось доменов. Пишите по одному имени в строке.
unknown-file-slow = Чтение этого файла занимает слишком много времени. Разделите его и пришлите по частям.
unknown-file-token = 🔒 В файле может быть API-токен, поэтому бот ничего не сохранил. Удалите своё сообщение, уберите токен и пришлите файл ещё раз.
unknown-file-token-deleted = 🔒 В файле может быть API-токен, поэтому бот удалил сообщение и ничего не сохранил. Уберите токен и пришлите файл ещё раз.
unknown-sticker = Красиво! Но понятен только текст: пришлите домен, например <code>example.com</code>.
unknown-list = Бот не смог прочитать этот список. Пришлите меньше имён, по одному в строке.
unknown-zone-file-long = Текст длинный, и Telegram мог его разделить. Пришлите его файлом.
unknown-zone-file-large = Файл слишком большой. В файле DNS может быть до 1 МБ и до 10 000 строк. Удалите комментарии или разделите его.
unknown-zone-file-binary = Это не текстовый файл. Пришлите файл зоны, CSV или JSON.
unknown-other = Здесь понятен только текст. Пришлите домен, например <code>example.com</code>.
unsupported-transfer = Бот не переносит домены: API регистратора этого не умеет. Начните перенос на сайте регистратора или спросите его поддержку.
unsupported-auth-code = Бот не может получить код авторизации: API регистратора его не выдаёт. Возьмите код на сайте регистратора или у его поддержки.
unsupported-registry-lock = Бот не меняет блокировку переноса: в API регистратора её нет. Измените её на сайте регистратора.
unsupported-contacts = Бот не меняет контакты домена: в API регистратора их нет. Измените их на сайте регистратора.
unsupported-dnssec = Бот не настраивает DNSSEC: API регистратора этого не умеет. Настройте его на сайте регистратора.
unsupported-deletion = Бот не удаляет домены: API регистратора этого не умеет. Чтобы отказаться от домена, не продлевайте его.
unsupported-sale = Бот не продаёт домены: API регистратора этого не умеет. Выставьте имя на площадке и укажите её серверы имён.
unsupported-backorder = Бот не делает бэкордер: API регистратора этого не умеет. Следите за именем: бот сообщит, когда оно освободится.
unsupported-appraisal = Бот не оценивает домены: API регистратора этого не умеет. Он показывает, сколько за имя берёт регистратор.
unsupported-watched = 🔔 Отслеживаемые
unsupported-prices = 💲 Цены
unsupported-search = 🔎 Искать эти слова
question-edited = ✏️ Правки старых сообщений не учитываются. Пришлите ответ новым сообщением.
outdated =
    { $left ->
        [true] Этот шаг закрыт: вы перешли к другому. Начните заново.
       *[other] Этот шаг устарел. Начните заново.
    }
outdated-again = 🔄 Начать заново
outdated-search = 🔎 Искать это имя
apology =
    На нашей стороне произошла ошибка. Если вы только что подтвердили заказ или изменение, сначала загляните в «Заказы».

    Код ошибки: { $reference }
apology-slow = Это заняло слишком много времени. Всё, что вы подтвердили, есть в «Заказах» и не оплачивается дважды. Загляните туда и попробуйте ещё раз.
apology-down = У бота неполадки. Попробуйте через несколько минут. Если вы только что подтвердили заказ или изменение, сначала загляните в «Заказы».
tap-outdated = Эта кнопка устарела. Вот что есть сейчас.
tap-foreign = Эти кнопки работают только у того, кто начал этот шаг.
private-bot = Это закрытый бот.
rate-limit-warning = ⏳ Слишком много сообщений: последнее не принято. Отправьте его снова через минуту.
group-private = Бот работает только в личной переписке.
group-token = ⚠️ { $name }, вы только что опубликовали здесь токен, и его могли увидеть все участники группы.
group-token-yours = ⚠️ Вы только что опубликовали токен в группе «{ $group }», и его могли увидеть все её участники.
group-token-deleted = Бот удалил сообщение и не использовал токен.
group-token-stands = Бот не использовал токен, но удалять сообщения в этой группе ему не разрешено. <b>Удалите сообщение сами.</b>
group-token-advice = <b>Немедленно отзовите токен</b>: создайте новый в аккаунте у регистратора. Присылайте его только в личную переписку с ботом.
group-open = Открыть личный чат

## Подключение

connect-ask =
    <b>🔑 Подключение аккаунта</b>

    { $service ->
        [none] Пришлите API-токен своего аккаунта у регистратора. Он находится там в разделе <b>«Профиль → API»</b>.
       *[other] Пришлите API-токен своего аккаунта в { $service }. Он находится там в разделе <b>«Профиль → API»</b>.
    }
connect-pending =
    { $sandbox ->
        [true] Откройте его здесь одним нажатием и продолжите с <b>{ $name }</b>.
       *[other] Подключите его и продолжите с <b>{ $name }</b>.
    }
connect-pending-prices = ценами
connect-pending-list = вашим списком ({ $name } …)
connect-safety = Бот сразу удалит ваше сообщение. Токен он хранит в зашифрованном виде и показывает только последние четыре символа.
connect-malformed = ❌ Это не похоже на токен. Скопируйте его целиком и пришлите отдельным сообщением.
connect-refused-still = ❌ Токен по-прежнему не принят: API отключён или токен заменён. Включите API и проверьте снова или пришлите новый токен.
connect-refused = ❌ Токен не принят. Пришлите действующий: в этом ошибка, он заменён, или API выключен.
connect-no-sandbox = ❌ Песочницы здесь нет: бот работает с настоящим регистратором. Пришлите свой API-токен.
connect-sandbox-frozen = ❌ Ваша песочница заморожена, поэтому её токен заменить нельзя. Сначала снимите заморозку (Аккаунт → Заморозка) или пришлите текущий токен.
connect-undeleted = ⚠️ Бот не смог удалить ваше сообщение с токеном. Удалите его сами.
connected-done = ✅ <b>Подключено</b>, токен …{ $last4 }
connected-balance = Баланс: <b>{ $money }</b>
connected-waiting = 🧾 Ждут вас: { $count }
connected-others =
    { $count ->
        [one] К этому аккаунту подключён ещё { $count } человек.
        [few] К этому аккаунту подключены ещё { $count } человека.
       *[many] К этому аккаунту подключены ещё { $count } человек.
    }
connection-check-title = <b>🩺 Остался один шаг</b>
connection-check-why =
    { $service ->
        [none] Токен верный, но IP этого бота нет в белом списке аккаунта. Добавьте:
       *[other] Токен верный, но IP этого бота нет в белом списке вашего аккаунта в { $service }. Добавьте:
    }
connection-check-unknown = IP-адрес этого бота (узнайте у администратора бота).
connection-check-steps =
    { $count ->
        [one] 1. Скопируйте адрес.
       *[other] 1. Скопируйте адреса.
    }
    { $count ->
        [one] 2. В аккаунте у регистратора откройте <b>«Профиль → API → Белый список IP»</b> и добавьте его.
       *[other] 2. В аккаунте у регистратора откройте <b>«Профиль → API → Белый список IP»</b> и добавьте их.
    }
    3. Вернитесь сюда и нажмите <b>«Проверить снова»</b>.
connection-check-owned = Откройте белый список и нажмите <b>«Добавить IP бота»</b>.
connection-check-still = ❌ Доступ всё ещё закрыт. Добавьте IP, подождите минуту и проверьте снова.
connection-check-working = А пока вы работаете с аккаунтом <b>{ $user }</b> (…{ $last4 }).
connection-check-kept = Токен сохранён. Через несколько минут нажмите <b>«Проверить снова»</b>.
connection-check-copy = 📋 { $address }
connection-check-test = 🔄 Проверить снова
disconnect-ask =
    { $last4 ->
        [none] <b>Отключить этот аккаунт?</b>
       *[other] { $user ->
            [none] <b>Отключить аккаунт с токеном …{ $last4 }?</b>
           *[other] <b>Отключить аккаунт { $user } (…{ $last4 })?</b>
        }
    } Бот удалит токен. Подключить аккаунт снова можно в любой момент.
disconnect-open = ⚠️ Ещё выполняется: { $count }. Итог сюда не придёт.
disconnect-yes = Отключить аккаунт
disconnect-done = Аккаунт отключён, токен удалён.
connections-title =
    { $count ->
        [0] Ни один аккаунт не подключён.
        [one] <b>Подключён { $count } аккаунт.</b>
        [few] <b>Подключено { $count } аккаунта.</b> Нажмите на тот, с которым работать.
       *[many] <b>Подключено { $count } аккаунтов.</b> Нажмите на тот, с которым работать.
    }
connections-active = ✅ { $user } · …{ $last4 }
connections-other = { $user } · …{ $last4 }
connections-unproved = ❔ ещё не проверен
connections-add = ➕ Добавить ещё один

account-shared-told =
    { $name ->
        [none] 👤 Кто-то подключился к вашему аккаунту <b>{ $user }</b> по токену …{ $last4 }.
       *[other] 👤 К вашему аккаунту <b>{ $user }</b> по токену …{ $last4 } подключился новый пользователь: <b>{ $name }</b>.
    }
account-shared-since = Время подключения: { $time }
account-shared-advice =
    { $here ->
        [true] Не ждали? Отключите его и создайте новый токен в разделе <b>«Профиль → API → Токен»</b>.
       *[other] Не ждали? Отключите его и создайте новый токен в аккаунте у регистратора.
    }
account-shared-refuse = Отключить
account-shared-refused =
    { $name ->
        [none] ✅ Отключено. Создайте и новый токен у регистратора: прежний всё ещё действует вне этого бота.
       *[other] ✅ Отключено: <b>{ $name }</b>. Создайте и новый токен у регистратора: прежний всё ещё действует вне этого бота.
    }
account-shared-refused-here =
    { $name ->
        [none] ✅ Отключено. Создайте и новый токен: прежний всё ещё действует вне этого бота.
       *[other] ✅ Отключено: <b>{ $name }</b>. Создайте и новый токен: прежний всё ещё действует вне этого бота.
    }
account-shared-frozen = ❌ Этого человека защищает заморозка. Чтобы отключить его, сначала снимите её (Аккаунт → Заморозка).
account-shared-gone = Этот человек больше не подключён к вашему аккаунту.
access-lost-told = 🔒 Токен …{ $last4 } аккаунта <b>{ $user }</b> больше не действует: кто-то создал новый.
access-lost-advice =
    { $owned ->
        [true] Пришлите новый токен или создайте его в разделе <b>«Профиль → API»</b>.
       *[other] Пока вы не подключитесь снова, уведомлений, заказов и изменений этого аккаунта здесь не будет. Попросите новый токен у владельца аккаунта и пришлите его сюда.
    }
access-lost-over =
    { $now ->
        [connected] ✅ Вы снова подключены к этому аккаунту.
       *[left] Вы больше не подключены к этому аккаунту.
    }
access-removed-told =
    { $name ->
        [none] 🔒 Другой пользователь отключил вас от аккаунта <b>{ $user }</b>. Бот удалил ваш токен.
       *[other] 🔒 Вас отключили от аккаунта <b>{ $user }</b>. Это сделал пользователь <b>{ $name }</b>. Бот удалил ваш токен.
    }
access-removed-other = Теперь вы работаете с аккаунтом <b>{ $user }</b>.
access-removed-advice = Пока вы не подключитесь снова, уведомлений, заказов и изменений того аккаунта здесь не будет. Попросите токен у владельца и пришлите его сюда.

## Аккаунт

account-title = <b>💳 Аккаунт { $user }</b>, токен …{ $last4 }
account-unproved = <b>🔑 Токен ещё не проверен</b>, …{ $last4 }
account-balance = Баланс: <b>{ $money }</b>
account-api =
    { $on ->
        [true] API: включён
       *[other] API: <b>выключен</b>
    }
account-webhook =
    { $on ->
        [true] Вебхук: включён
       *[other] Вебхук: выключен
    }
account-events-none = 🔕 Уведомления по этому аккаунту пока не настроены. Настройте их в разделе <b>«Профиль → API»</b>.
account-events-elsewhere = 🔕 Вебхуки уходят на другой адрес, поэтому уведомлений здесь не будет. Изменить адрес можно в разделе <b>«Профиль → API»</b>.
account-whitelist = Белый список IP:
account-whitelist-more =
    { $count ->
        [one] … и ещё { $count } запись
        [few] … и ещё { $count } записи
       *[many] … и ещё { $count } записей
    }
account-whitelist-empty = Белый список IP пуст. Все запросы к API отклоняются.
account-defaults = Для заказов по умолчанию:
account-connections =
    { $count ->
        [one] 🔁 Аккаунты
       *[other] 🔁 Аккаунты ({ $count })
    }
account-disconnect = Отключить
account-profile = 🔑 Профиль → API
account-deliveries = 📮 Журнал доставки

## Неполадки у регистратора

trouble-not-connected = Аккаунт пока не подключён.
trouble-left-account = Вы больше не подключены к этому аккаунту. Чтобы продолжить, подключите его снова по токену.
trouble-unproved = Токен пока не проверен: регистратор ещё не ответил. Проверьте его ещё раз или выберите другой аккаунт.
trouble-unauthorized =
    { $here ->
        [true] Токен больше не действует: его заменили или отключён API. Загляните в <b>«Профиль → API»</b> или пришлите новый токен.
       *[other] Токен больше не действует: его заменили или отключён API. Пришлите новый или включите API и проверьте прежний.
    }
trouble-forbidden = IP этого бота нет в белом списке аккаунта.
trouble-rate-limited =
    { $time ->
        [none] Слишком много запросов. Попробуйте чуть позже.
       *[other] Слишком много запросов: токен приостановлен. Возможно, им пользуется ещё одна программа. Конец паузы: { $time }.
    }
trouble-paced = Запросов много, ваш стоит в очереди. Ожидаемое начало: { $time }.
trouble-service-down = Регистратор не отвечает. Ничего не изменилось.
trouble-slow = Регистратор отвечает дольше обычного. Ничего не изменилось.
trouble-refused = Регистратор отклонил этот запрос.

## Поиск

search-ask =
    <b>🔎 Поиск доменов</b>

    Пришлите домен (<code>example.com</code>), ключевое слово (<code>example</code>) или список.
search-prices = 💲 Цены
search-mail-domain = 🔎 Найти { $name }
search-none = Доменов в сообщении не нашлось.
name-invalid = { $name } — это не домен.
name-invalid-untold = Это не домен.
name-problem-empty = В нём нет ни букв, ни цифр.
name-problem-empty-label = Две точки подряд, или имя начинается с точки. Уберите лишнюю.
name-problem-label-too-long = В каждой части может быть не больше 63 символов, а здесь { $part }.
name-problem-name-too-long = В имени может быть не больше 253 символов.
name-problem-character = Символ «{ $part }» использовать нельзя: только буквы, цифры и дефис.
name-problem-spaces = В именах нет пробелов. Попробуйте { $part }.
name-problem-no-name = Здесь нет имени домена.
name-problem-symbol = Символ «{ $part }» использовать нельзя: только буквы, цифры и дефис.
name-problem-hyphen = Часть «{ $part }» начинается или заканчивается дефисом. Уберите его.
name-problem-reserved-hyphens = В части «{ $part }» третий и четвёртый символы — дефисы. Такие имена зарезервированы.
name-problem-direction-mark = В имени есть невидимые знаки, меняющие направление чтения. Наберите его вручную.
name-problem-direction = В имени смешаны буквы с разным направлением письма.
name-problem-joiner = В имени есть невидимый соединитель, там он недопустим. Наберите имя вручную.
name-problem-punycode = «{ $part }» закодировано неверно. Напишите имя обычными буквами.
name-problem-no-ending = Не хватает зоны, например .com.
name-problem-address = Это IP-адрес.
name-problem-mail-address = Это адрес почты. Его домен — { $part }.
name-problem-elsewhere = Строка { $part }. Стоит вне столбца с именами.
name-problem-refused = Регистратор не принимает это имя.
name-warning-mixed =
    { $like ->
        [none] ⚠️ Похожие буквы: в имени смешаны алфавиты ({ $scripts }). Его могут принять за другой домен.
       *[other] ⚠️ Похожие буквы: в имени смешаны алфавиты ({ $scripts }). Оно похоже на { $like }, но это другой домен.
    }
name-warning-looks-latin =
    { $latin ->
        [true] ⚠️ Похожие буквы: в имени необычные латинские буквы. Оно похоже на { $like }, но это другой домен.
       *[false] ⚠️ Похожие буквы: это имя ({ $scripts }) выглядит как латинское: { $like }. Это другой домен.
    }
offer-free = ✅ { $name } свободен
offer-taken = ❌ { $name } занят.
offer-similar =
    Похожие свободные имена:
    Первый год · 🔄 продление · 💎 премиум
offer-inside = ℹ️ { $name } — поддомен. Зарегистрировать можно только { $whole }.
offer-joined = Все ваши слова одним именем: { $name }
offer-joined-search = 🔎 { $name }
offer-yours = 🌐 { $name } — это ваш домен.
offer-not-sold = { $name }: домены в этой зоне здесь не продаются.
offer-price = Первый год: <b>{ $money }</b>
offer-renewal = Продление: { $money } в год
offer-premium = 💎 Премиальное имя
offer-register = Зарегистрировать
offer-others = Другие зоны
offer-watched = 🔔 Вы следите за этим именем.
offer-watch = 🔔 Следить за именем
offer-watch-price = 🔔 Следить за ценой
watch-title = <b>🔔 Имена под наблюдением</b>
watch-none = Вы пока ни за чем не следите. Найдите занятое имя и нажмите «Следить за именем» или отправьте <code>/watch example.com 40</code>.
watch-every = Бот проверяет каждые 15 минут и сам ничего не покупает. Добавить имя: <code>/watch example.com 40</code>
watch-full = Вы уже следите за 200 именами. Сначала перестаньте следить за одним из них.
watch-invalid = Пришлите имя и наибольшую цену, которую вы готовы заплатить: <code>/watch example.com 40</code>
watch-stopped = ✅ Бот больше не следит за { $name }.
watch-gone = Бот больше не следит за этим именем.
watch-name = 🔔 { $name }
watch-goal-any = Вы получите одно сообщение, когда имя освободится.
watch-goal-under = Вы получите одно сообщение, когда имя будет свободно за { $money } или дешевле.
watch-now-none = Бот ещё не проверял.
watch-now-taken = Занято при последней проверке: { $time }.
watch-now-available = Свободно при последней проверке: { $time }. Первый год: { $money }.
watch-failed =
    { $why ->
        [unauthorized] ⚠️ Последняя проверка не удалась: токен больше не действует. Пришлите новый командой /connect.
        [forbidden] ⚠️ Последняя проверка не удалась: IP бота нет в белом списке. Добавьте его туда.
        [rate_limited] ⚠️ Последняя проверка не удалась: регистратор приостановил токен на несколько минут. Бот попробует ещё раз.
        [refused] ⚠️ Последняя проверка не удалась: регистратор отклонил поиск.
       *[other] ⚠️ Последняя проверка не удалась: регистратор не ответил. Бот попробует ещё раз.
    }
watch-ends = Бот проверяет каждые 15 минут до { $date }.
watch-any-price = Любая цена
watch-offer = 🔎 Найти сейчас
watch-other-account = За этим именем следит аккаунт { $user }. Сейчас вы работаете с другим.
watch-switch = 👤 Открыть аккаунт
watch-extend = Следить ещё год
watch-stop = Не следить
shortlist-title = { $name }: свободно { $free } из { $total }
shortlist-none = Для { $name } нет ни одной зоны. Пришлите другое имя.
shortlist-hint = Первый год · 🔄 продление · 💎 премиум
shortlist-similar = Похожие имена
shortlist-filter-under = Дешевле { $money }
shortlist-filter-fair = Продление до 3×
shortlist-filter-none = Сбросить фильтры
shortlist-filtered-none = Под эти фильтры не подходит ни одна зона. Сбросьте их, чтобы увидеть все.
shortlist-offer = { $name } { $money }
shortlist-yours = 🌐 { $name } · ваш
shortlist-taken =
    Заняты: { $names }{ $more ->
        [0] { "" }
       *[other] { " " }и ещё { $more }
    }

## Регистрация

register-years-ask = На сколько лет зарегистрировать { $name }? Нажмите кнопку или пришлите число от 1 до 10.
register-years-bad =
    { $most ->
        [1] Пришлите 1, а не «{ $input }»: можно только на один год.
       *[other] Пришлите число от 1 до { $most }, а не «{ $input }».
    }
register-years-number = Пришлите число лет, например 1.
register-years-button =
    { $count ->
        [one] { $count } год
        [few] { $count } года
       *[many] { $count } лет
    }
register-label-ask = Пришлите метку для этого заказа ({ $name }).
register-label-remove = Без метки
register-reference-ask = Пришлите внешний номер этого заказа ({ $name }), например номер в вашей системе.
register-reference-remove = Без номера
register-reference-bad = Пришлите одну строку не длиннее 200 символов.
register-add-label = Указать метку
register-add-reference = Указать номер
register-add-profile = 🛡 Выбрать профиль
register-profile-ask = Выберите edge-профиль для { $name } или пришлите его название.
register-profile-remove = Как в аккаунте
register-profile-bad-key = ⚠️ Это не может быть названием edge-профиля.
register-profile-missing = ⚠️ Edge-профиля с таким названием нет.
register-profile-off = ⚠️ Этот edge-профиль выключен. Включите его или выберите другой.
register-profile-zone = ⚠️ Этот edge-профиль подходит не для всех зон заказа.
register-change = Изменить срок, метку
register-keep = Оставить как есть
order-names = Изменить отдельные
order-names-title =
    { $count ->
        [one] <b>{ $count } домен в этом заказе</b>
        [few] <b>{ $count } домена в этом заказе</b>
       *[many] <b>{ $count } доменов в этом заказе</b>
    }
order-names-how =
    { $kind ->
        [renew] Нажмите на домен, чтобы изменить его срок или метку.
       *[other] Нажмите на домен, чтобы изменить его срок, метку или edge-профиль.
    }
order-names-select = Снимите отметки с доменов, которые не нужны.
order-names-remove = ✖️ Убрать домены
order-names-keep =
    { $count ->
        [one] Оставить { $count } домен
        [few] Оставить { $count } домена
       *[many] Оставить { $count } доменов
    }
register-busy =
    { $of ->
        [change] Изменение { $reference } для { $name } ещё выполняется. Дождитесь его окончания.
       *[order] Заказ { $reference } на { $name } ещё выполняется. Дождитесь его окончания.
    }
register-rest =
    { $count ->
        [one] Заказать остальное
        [few] Заказать ещё { $count }
       *[many] Заказать ещё { $count }
    }
register-busy-other =
    { $of ->
        [change] Другой пользователь этого аккаунта уже меняет { $name }. Дождитесь окончания.
       *[order] Другой пользователь этого аккаунта уже заказал { $name }. Дождитесь окончания его заказа.
    }
register-no-price = { $name } сейчас нельзя заказать: регистратор не назвал цену. Попробуйте позже.

## Заказы

quote-price = Цена: <b>{ $money }</b>
quote-price-years =
    { $count ->
        [one] Цена за { $count } год: <b>{ $money }</b>
        [few] Цена за { $count } года: <b>{ $money }</b>
       *[many] Цена за { $count } лет: <b>{ $money }</b>
    }
quote-paid = Оплачен до { $before } → <b>{ $after }</b>
quote-over-cap = ⚠️ Заказ превышает дневной лимит { $cap } на <b>{ $over }</b>: потрачено { $spent }.
quote-over-cap-until = Лимит обновится { $time }.
quote-over-cap-always = Он больше лимита и сам по себе.
quote-over-cap-next =
    { $several ->
        [true] Чтобы оплатить сейчас, измените лимит или закажите меньше доменов.
       *[false] Чтобы оплатить сейчас, измените лимит.
    }
quote-rose = ⚠️ Цена выросла с { $before } до <b>{ $now }</b> (+{ $more }). Деньги за это не списаны. Подтвердить новую цену?
quote-changed = ⚠️ Цена изменилась с { $before } на <b>{ $now }</b>. Деньги за это не списаны. Подтвердить новую цену?
quote-anew = 🔄 Бот проверил цену ещё раз. Деньги за это не списаны. Подтвердить цену?
quote-meanwhile = ⚠️ Пока вы решали, данные изменились. Деньги за это не списаны. Проверьте новые и подтвердите ещё раз.
quote-meanwhile-fact =
    { $fact ->
        [expiry] • Срок действия: { $names }
        [renewal-price] • Цена продления: { $names }
        [premium] • Премиальная цена: { $names }
       *[price] • Цена: { $names }
    }
quote-rest = Остальное:
quote-rest-part =
    { $status ->
        [succeeded] ✅ Выполнено: { $what }
        [failed] ❌ Не выполнено: { $what }
        [running] ⏳ Выполняется: { $what }
        [unknown] ❔ Проверяем результат: { $what }
        [needs-human] ✋ Результат неизвестен: { $what }. Спросим вас следом.
       *[left] ▫️ Не вошло: { $what }
    }
quote-expected = Цена предварительная: за несколько лет регистратор может списать другую сумму.
quote-renewal = Продление: { $money } в год
quote-look-alikes = ⚠️ Похожие буквы: { $names }
quote-premium =
    { $count ->
        [one] 💎 { $count } премиальное имя
        [few] 💎 { $count } премиальных имени
       *[many] 💎 { $count } премиальных имён
    }
quote-external = Внешний номер: { $reference }
quote-balance = Баланс сейчас: { $money }
quote-after = Баланс после: <b>{ $money }</b>
quote-short = ⚠️ Не хватает <b>{ $money }</b>.
quote-top-up-play = Не хватает игровых денег. Добавьте их, и заказ продолжится.
quote-top-up-shared = Игровые деньги добавляет тот, кто открыл эту песочницу. Попросите его добавить.
top-up-play =
    { $money ->
        [none] Сколько игровых денег добавить? Настоящие деньги не списываются.
       *[other] Добавить { $money } игровых денег? Настоящие деньги не списываются.
    }
top-up-real =
    { $money ->
        [none]
            { $service ->
                [none] Пополните счёт у своего регистратора. Бот не может списать деньги с карты.
               *[other] Пополните счёт { $service }. Бот не может списать деньги с карты.
            }
       *[other]
            { $service ->
                [none] Пополните счёт у своего регистратора на { $money }. Бот не может списать деньги с карты.
               *[other] Пополните счёт { $service } на { $money }. Бот не может списать деньги с карты.
            }
    }
top-up-add = ➕ Добавить { $money }
operation-top-up-play = 🧪 Добавить 500 $
quote-top-up-real =
    { $service ->
        [none] Пополните аккаунт у регистратора, потом нажмите <b>«Обновить цену»</b>. Заказ подождёт.
       *[other] Пополните аккаунт в { $service }, потом нажмите <b>«Обновить цену»</b>. Заказ подождёт.
    }
quote-until = Подтвердите до { $time }.
quote-over =
    { $of ->
        [change] ⌛ Предпросмотр устарел. Начните изменение заново.
       *[other] ⌛ Цена устарела. Обновите её, чтобы продолжить.
    }

operation-quoted =
    { $kind ->
        [register] <b>🧾 Зарегистрировать { $what }?</b>
        [renew] <b>🧾 Продлить { $what }?</b>
        [dns] <b>🧾 Изменить записи DNS для { $what }?</b>
        [nameservers] <b>🧾 Изменить NS-серверы: { $what }?</b>
       *[edge] <b>🧾 Подключить { $what } к edge-профилю?</b>
    }
operation-confirmed =
    { $kind ->
        [register] ⏳ Оформляем заказ: { $what } …
        [renew] ⏳ Оформляем заказ: { $what } …
       *[other] ⏳ Вносим изменение: { $what } …
    }
operation-sent =
    { $kind ->
        [register] ⏳ Заказ отправлен: { $what }. Ждём ответа регистратора …
        [renew] ⏳ Заказ отправлен: { $what }. Ждём ответа регистратора …
       *[other] ⏳ Изменение отправлено: { $what }. Ждём ответа регистратора …
    }
operation-accepted =
    { $kind ->
        [register] ⏳ Регистратор выполняет заказ: { $what }.
        [renew] ⏳ Регистратор выполняет заказ: { $what }.
       *[other] ⏳ Регистратор вносит изменение: { $what }.
    }
operation-unknown =
    { $kind ->
        [register] ❔ Ответа пока нет: { $what }. Проверяем. Деньги дважды не спишутся.
        [renew] ❔ Ответа пока нет: { $what }. Проверяем. Деньги дважды не спишутся.
       *[other] ❔ Ответа пока нет: { $what }. Проверяем. Изменение дважды не внесётся.
    }
operation-tries =
    { $kind ->
        [register] 🔁 Повторяем: попытка { $count }, заказ тот же.
        [renew] 🔁 Повторяем: попытка { $count }, заказ тот же.
       *[other] 🔁 Повторяем: попытка { $count }, изменение то же.
    }
operation-moved =
    { $kind ->
        [register] 🧾 Заказ { $reference } — в более новом сообщении.
        [renew] 🧾 Заказ { $reference } — в более новом сообщении.
       *[other] 🧾 Изменение { $reference } — в более новом сообщении.
    }
operation-needs-human =
    { $kind ->
        [register] ✋ Подтвердить регистрацию не удалось: { $what }. Проверьте аккаунт у регистратора и ответьте кнопкой:
        [renew] ✋ Подтвердить продление не удалось: { $what }. Проверьте аккаунт у регистратора и ответьте кнопкой:
       *[other] ✋ Подтвердить изменение не удалось: { $what }. Проверьте аккаунт у регистратора и ответьте кнопкой:
    }
operation-succeeded =
    { $kind ->
        [register] { $count ->
            [1] ✅ Домен { $what } зарегистрирован.
           *[other] ✅ Зарегистрировано: { $what }.
        }
        [renew] { $count ->
            [1] ✅ Домен { $what } продлён.
           *[other] ✅ Продлено: { $what }.
        }
        [dns] { $count ->
            [1] ✅ Записи DNS домена { $what } изменены.
           *[other] ✅ Записи DNS изменены: { $what }.
        }
        [nameservers] ✅ NS-серверы изменены: { $what }.
       *[edge] { $count ->
            [1] ✅ Домен { $what } подключён к edge-профилю.
           *[other] ✅ Подключено к edge-профилю: { $what }.
        }
    }
operation-undone =
    { $count ->
        [1] ❌ Домен { $what } не зарегистрирован.
       *[other] ❌ Не зарегистрировано: { $what }.
    }
operation-failed =
    { $kind ->
        [register] { $count ->
            [1] ❌ Домен { $what } не зарегистрирован. Деньги не списаны.
           *[other] ❌ Не зарегистрировано: { $what }. Деньги не списаны.
        }
        [renew] { $count ->
            [1] ❌ Домен { $what } не продлён. Деньги не списаны.
           *[other] ❌ Не продлено: { $what }. Деньги не списаны.
        }
       *[other] { $count ->
            [1] ❌ Домен { $what } не изменён.
           *[other] ❌ Не изменено: { $what }.
        }
    }
operation-elsewhere =
    { $kind ->
        [register] { $count ->
            [1] ↪️ Домен { $what } зарегистрирован в вашем аккаунте другим заказом, а не этим.
           *[other] ↪️ Зарегистрировано в вашем аккаунте другими заказами, а не этим: { $what }.
        }
       *[renew] { $count ->
            [1] ↪️ Домен { $what } продлён другим заказом в вашем аккаунте, а не этим.
           *[other] ↪️ Продлено другими заказами в вашем аккаунте, а не этим: { $what }.
        }
    }
operation-unattributed =
    { $kind ->
        [register] { $count ->
            [1] ☑️ Домен { $what } зарегистрирован в вашем аккаунте. Регистратор не показывает, каким заказом.
           *[other] ☑️ Зарегистрировано в вашем аккаунте: { $what }. Регистратор не показывает, каким заказом.
        }
       *[renew] { $count ->
            [1] ☑️ Домен { $what } продлён. Регистратор не показывает, каким заказом.
           *[other] ☑️ Продлено: { $what }. Регистратор не показывает, каким заказом.
        }
    }
operation-stored-otherwise = ⚠️ Записи DNS домена { $what } изменены, но не так, как отправлено.
operation-withdrawn =
    { $kind ->
        [register] ▫️ Отменено: { $what }. Деньги не списаны.
        [renew] ▫️ Отменено: { $what }. Деньги не списаны.
       *[other] ▫️ Отменено: { $what }. Ничего не изменено.
    }
operation-lapsed =
    { $kind ->
        [register] ⌛ Заказ устарел до отправки: { $what }. Деньги не списаны.
        [renew] ⌛ Заказ устарел до отправки: { $what }. Деньги не списаны.
       *[other] ⌛ Изменение устарело до отправки: { $what }. Ничего не изменено.
    }
operation-over =
    { $kind ->
        [register] ⌛ Цена устарела: { $what }. Деньги не списаны. Обновите цену, чтобы продолжить.
        [renew] ⌛ Цена продления устарела: { $what }. Деньги не списаны. Обновите цену, чтобы продолжить.
       *[other] ⌛ Предпросмотр устарел: { $what }. Ничего не изменено. Начните изменение заново.
    }
operation-superseded =
    { $kind ->
        [register] ▫️ { $what }: это предложение заменено новым.
        [renew] ▫️ { $what }: это предложение заменено новым.
       *[other] ▫️ { $what }: этот предпросмотр заменён новым.
    }
operation-unreplaced =
    { $kind ->
        [nameservers] ⚠️ Нового предпросмотра нет: { $names }
       *[other] ⚠️ Новой цены нет: { $names }
    }
operation-names =
    { $count ->
        [one] { $count } домен
        [few] { $count } домена
       *[many] { $count } доменов
    }
operation-part =
    { $count ->
        [one] { $done } из { $count } домена
       *[other] { $done } из { $count } доменов
    }
operation-unordered =
    { $kind ->
        [register] { $count ->
            [one] ▫️ { $count } домен не заказан. Деньги за него не списаны.
            [few] ▫️ { $count } домена не заказаны. Деньги за них не списаны.
           *[other] ▫️ { $count } доменов не заказаны. Деньги за них не списаны.
        }
        [renew] { $count ->
            [one] ▫️ { $count } домен не заказан. Деньги за него не списаны.
            [few] ▫️ { $count } домена не заказаны. Деньги за них не списаны.
           *[other] ▫️ { $count } доменов не заказаны. Деньги за них не списаны.
        }
       *[other] { $count ->
            [one] ▫️ { $count } домен не изменён.
            [few] ▫️ { $count } домена не изменены.
           *[other] ▫️ { $count } доменов не изменены.
        }
    }
operation-more =
    { $count ->
        [one] … и ещё { $count }
       *[other] … и ещё { $count }
    }
operation-charged = Списано: <b>{ $money }</b>
operation-drop =
    { $way ->
        [fell] Баланс уменьшился на <b>{ $money }</b>.
        [rose] Баланс вырос на <b>{ $money }</b>.
       *[same] Баланс не изменился.
    }
operation-untold = Регистратор не сообщает, сколько списал.
operation-untold-yet = Регистратор ещё не сообщил, сколько списал.
operation-expected = Ожидалось: { $money }
operation-item-expected = ожидалось { $money }
operation-balance = Баланс: { $before } → <b>{ $after }</b>
operation-expires = Оплачено до { $date }
operation-label = Метка: { $label }
operation-reference =
    { $kind ->
        [register] Заказ
        [renew] Заказ
       *[other] Изменение
    }
operation-account = Аккаунт <b>{ $user }</b>
operation-switch = 🔁 В аккаунт { $user }
operation-hold-access =
    ⏸ Пауза: { $refused ->
        [address] IP этого бота заблокирован. Как только доступ откроют,
        [nothing] аккаунт снова подключён, но регистратор пока не ответил. Как только он ответит,
        [left] вы больше не подключены к этому аккаунту. Как только подключите его снова,
       *[token] токен больше не действует. Как только подключите этот аккаунт снова,
    } { $kind ->
        [register] вы получите новую цену для подтверждения.
        [renew] вы получите новую цену для подтверждения.
       *[other] вы получите новый предпросмотр для подтверждения.
    }
operation-hold-access-theirs = ⏸ Пауза: ждём, пока тот, кто это подтвердил, подключится снова.
operation-hold-access-asked =
    ⏸ Бот не может сейчас проверить результат: { $refused ->
        [address] IP этого бота заблокирован. Проверим, как только доступ откроют.
       *[token] токен больше не действует. Проверим, как только вы подключите этот аккаунт снова.
    }
operation-hold-pace =
    { $time ->
        [none] ⏸ В очереди: слишком много запросов. Бот продолжит сам.
       *[other] ⏸ Слишком много запросов: токен приостановлен. Возможно, им пользуется ещё одна программа. Работа продолжится после паузы: { $time }.
    }
operation-hold-pace-last =
    ⏸ Слишком много запросов: токен приостановлен слишком надолго. Возможно, им пользуется ещё одна программа. { $state ->
        [confirmed] Если так и останется, бот отменит запрос: { $time }.
       *[other] Если так и останется, мы спросим о результате вас: { $time }.
    }
operation-hold-in-progress = ⏸ Регистратор ещё выполняет этот запрос.
operation-barred =
    🔒 Вы больше не подключены к этому аккаунту, или его токен заменён. Подключите его снова, затем { $kind ->
        [register] обновите цену.
        [renew] обновите цену.
       *[other] начните изменение заново.
    }
operation-confirm = ✅ Оплатить { $money }
operation-leave = Отмена
operation-apply = ✅ Внести изменения
operation-sure = ⚠️ Оплатить { $money }
operation-sure-change =
    { $kind ->
        [nameservers] Заменить NS-серверы
        [edge] Сменить профиль
       *[dns] Изменить записи
    }
operation-change-limit = 🧢 Изменить лимит
operation-first-records = ▫️ Пустую зону вернуть нельзя, поэтому первые записи не отменить и точки возврата нет.
operation-undo = ↩️ Отменить изменение
undo-title = <b>↩️ Выберите домен, где отменить изменение.</b>
undo-all = ↩️ Отменить все { $count }
operation-retry = 🔁 Повтор неудачных
operation-another-name = 🔎 Другое имя
operation-withdraw = Отмена
operation-requote = 🔄 Обновить цену
operation-order-again = 🔄 Заказать снова
operation-replan = 🔄 Новый предпросмотр
operation-top-up = ➕ Пополнить
operation-look = 👀 Проверить снова
operation-happened =
    { $count ->
        [1] ✅ Да, выполнено
       *[other] ✅ Всё выполнено
    }
operation-happened-one = ✅ { $name }
operation-not =
    { $count ->
        [1] ❌ Нет, не выполнено
       *[other] ❌ Ничего не сделано
    }
operation-not-one = ❌ { $name }
operation-domain = 🌐 Открыть домен
operation-more-changes = ➕ Ещё изменения
operation-add-record = ➕ Ещё запись
operation-open = 🧾 { $reference }
operation-not-found = Заказ или изменение { $reference } не найдены. Проверьте номер.
operation-note-already = Уже подтверждено.
operation-note-stale = Предложение обновилось. Проверьте и подтвердите ещё раз.
operation-note-expired = ⌛ Время вышло: прошло пять минут.
operation-note-short = ⚠️ На балансе недостаточно денег. Пополните его и обновите цену.
operation-frozen =
    { $domain ->
        [none] 🧊 Аккаунт заморожен: заказы и изменения подтвердить нельзя.
       *[other] 🔒 { $domain } заморожен: его заказы и изменения подтвердить нельзя.
    }
operation-freeze = 🔓 Подробнее
operation-note-too-many-lists = ⏳ Ваших заказов на несколько доменов в работе: { $count }. Подтвердите этот, когда один из них завершится.
operation-note-too-late = Отменить уже нельзя: бот всё отправил.
operation-note-looking = 👀 Проверяем ещё раз …
operation-note-no-access = ⏸ Бот не может проверить результат: нет доступа. Подключите этот аккаунт снова.
operation-note-left-account = ⚠️ Вы больше не подключены к этому аккаунту. Чтобы продолжить, подключите его снова по токену.
operation-note-switched = ✅ Теперь вы работаете с аккаунтом { $user }.
operation-steps = 🕘 Ход выполнения
timeline-title = <b>🕘 Ход выполнения { $reference }</b>
timeline-quoted = 🧾 Подготовлено
timeline-requoted = 🧾 Подготовлено снова
timeline-confirmed = 👍 Подтверждено
timeline-sent = 📤 Отправлено регистратору
timeline-answered = 📥 Регистратор ответил не обо всех доменах
timeline-unknown = ❔ Ясного ответа от регистратора нет
timeline-accepted = ⏳ Принято: регистратор выполняет
timeline-needs-human = ✋ Бот спросил вас о результате
timeline-succeeded = ✅ Регистратор подтвердил
timeline-found = 🔎 Найдено в вашем аккаунте
timeline-reported = 🔔 Регистратор сообщил об этом
timeline-said = 👤 Результат указал человек
timeline-failed = ❌ Не выполнено
timeline-undone = ❌ Отменено регистратором
timeline-withdrawn = ▫️ Отменено
timeline-lapsed = ⌛ Устарело до отправки
timeline-superseded = ▫️ Заменено новым запросом
timeline-hold-access = ⏸ Пауза: нет доступа к аккаунту
timeline-hold-pace = ⏸ Пауза: слишком много запросов
timeline-hold-in-progress = ⏸ Регистратор ещё выполняет
timeline-outcome = выполнено: { $done }, не выполнено: { $failed }
spending-open = 📊 Расходы
spending-title = <b>📊 Расходы аккаунта { $user }</b>
spending-all = 📅 Все месяцы
spending-none = За последние 12 месяцев заказов нет.
spending-total =
    { $months ->
        [1] В этом месяце: <b>{ $money }</b>, { $orders ->
            [one] { $orders } заказ
            [few] { $orders } заказа
           *[other] { $orders } заказов
        }
       *[other] За { $months } мес.: <b>{ $money }</b>, { $orders ->
            [one] { $orders } заказ
            [few] { $orders } заказа
           *[other] { $orders } заказов
        }
    }
spending-month =
    { $orders ->
        [one] <b>{ $month }: { $money }</b> · { $orders } заказ
        [few] <b>{ $month }: { $money }</b> · { $orders } заказа
       *[other] <b>{ $month }: { $money }</b> · { $orders } заказов
    }
spending-month-none = { $month }: заказов нет
spending-register =
    { $names ->
        [one] 🌐 { $names } домен: { $money }
        [few] 🌐 { $names } домена: { $money }
       *[other] 🌐 { $names } доменов: { $money }
    }
spending-renew =
    { $names ->
        [one] 🔄 { $names } домен: { $money }
        [few] 🔄 { $names } домена: { $money }
       *[other] 🔄 { $names } доменов: { $money }
    }
spending-pending =
    { $money ->
        [none] ❔ Не учтено ({ $names }): результата пока нет.
       *[other] ❔ Не учтено ({ $names }): результата пока нет. Цена по заказу: { $money }.
    }
spending-untold =
    { $money ->
        [none] ⚠️ Не учтено ({ $names }): регистратор не сообщил, сколько списал.
       *[other] ⚠️ Не учтено ({ $names }): регистратор не сообщил, сколько списал. Цена по заказу: { $money }.
    }
spending-undone =
    { $money ->
        [none] ⚠️ Не учтено ({ $names }): регистратор принял заказ, но не выполнил.
       *[other] ⚠️ Не учтено ({ $names }): регистратор принял заказ, но не выполнил. Цена по заказу: { $money }.
    }
spending-picture = 🖼 Показать график
spending-csv = ⬇️ CSV
spending-chart = Расходы по месяцам
spending-picture-caption = 📊 Расходы по месяцам. Месяц без столбца — без заказов.
spending-file = Расходы по месяцам: сколько списал регистратор, в долларах США.
csv-spending-month = Месяц
csv-spending-orders = Заказы
csv-spending-registrations = Регистрации
csv-spending-registered-for = Регистрации (USD)
csv-spending-renewals = Продления
csv-spending-renewed-for = Продления (USD)
csv-spending-total = Итого (USD)
csv-spending-pending = Результата пока нет
csv-spending-untold = Списание неизвестно
csv-spending-undone = Не выполнено
operations-title = <b>🧾 Заказы и изменения</b>, сначала новые
operations-title-purchases = <b>🧾 Покупки</b>, сначала новые
operations-title-changes = <b>🧾 Изменения</b>, сначала новые
operations-title-open = <b>🧾 Открытые</b>, сначала новые
operations-title-running = <b>🧾 В работе</b>, сначала новые
operations-title-needs-you = <b>🧾 Ждут вас</b>, сначала новые
operations-title-failed = <b>🧾 Неудавшиеся</b>, сначала новые
operations-title-done = <b>🧾 Выполненные</b>, сначала новые
operations-none = Заказов и изменений пока нет. Чтобы начать, пришлите домен.
operations-none-purchases = Покупок пока нет.
operations-none-changes = Изменений пока нет.
operations-none-open = Ничего открытого нет.
operations-none-running = Сейчас ничего не выполняется.
operations-none-needs-you = От вас ничего не требуется.
operations-none-failed = Неудавшихся нет.
operations-none-done = Выполненных пока нет.
operations-filter-purchases = 🛒 Покупки
operations-filter-changes = 🛠 Изменения
operations-filter-open = ⏳ Открытые
operations-filter-needs-you = ✋ Ждут вас
operations-filter-failed = ❌ Не удались
operations-filter-done = ✅ Выполнены

change-moved =
    { $kind ->
        [dns] ⚠️ Записи изменились после предпросмотра. Ничего не применено. Проверьте новый вариант и подтвердите ещё раз.
        [nameservers] ⚠️ NS-серверы изменились после предпросмотра. Ничего не применено. Проверьте новый вариант и подтвердите ещё раз.
       *[edge] ⚠️ Edge-профиль или NS-серверы изменились после предпросмотра. Ничего не применено. Проверьте новый вариант и подтвердите ещё раз.
    }
change-anew = 🔄 Проверено ещё раз: после предпросмотра ничего не изменилось. Подтвердите, чтобы применить.
change-removed = ➖ удаление: { $count }
change-changed = ✏️ изменение: { $count }
change-added = ➕ добавление: { $count }
change-kept =
    { $count ->
        [one] { $count } запись без изменений
        [few] { $count } записи без изменений
       *[many] { $count } записей без изменений
    }
change-lost = ⚠️ Это изменение удалит и дополнительные поля регистратора: { $fields }
change-spf-lookups = ⚠️ SPF-записи потребуется DNS-запросов: { $count }. Разрешено только 10, поэтому получатели её отвергнут. Удалите отправителей, которыми не пользуетесь.
change-unrestored = ⚠️ Эти дополнительные поля регистратора отличаются от точки возврата и останутся как сейчас: { $fields }
change-contested = ⚠️ Эти записи уже изменили после того, как вы их видели. Ваше изменение заменит чужое:
change-contested-gone = удалена
change-dropped = ℹ️ Эти изменения уже кто-то внёс, поэтому здесь их нет:
change-fitted =
    { $count ->
        [one] ⚠️ Изменён TTL { $count } записи: он должен быть от 60 до 2147483647 с:
        [few] ⚠️ Изменён TTL { $count } записей: он должен быть от 60 до 2147483647 с:
       *[many] ⚠️ Изменён TTL { $count } записей: он должен быть от 60 до 2147483647 с:
    }
change-left-out =
    { $count ->
        [one] ⚠️ { $count } запись не будет импортирована:
        [few] ⚠️ { $count } записи не будут импортированы:
       *[many] ⚠️ { $count } записей не будут импортированы:
    }
change-no-ttl =
    { $count ->
        [one] TTL не указан: { $count } новая запись получит значение по умолчанию.
        [few] TTL не указан: { $count } новые записи получат значение по умолчанию.
       *[many] TTL не указан: { $count } новых записей получат значение по умолчанию.
    }
change-stored = ⚠️ Регистратор сохранил другое. Отличия от отправленного:
change-with-ttl = TTL { $ttl } с
change-ttl =
    TTL { $before ->
        [none] по умолчанию
       *[other] { $before } с
    } → { $after ->
        [none] по умолчанию
       *[other] { $after } с
    }
change-ttl-large = TTL слишком большой, предел — { $most } с
change-before = Было:
change-now = Сейчас:
change-then = Станет:
change-after = Стало:
change-preset = набор <code>{ $key }</code>
change-edge-servers =
    { $done ->
        [true] 🖥 Профиль сменил и NS-серверы:
       *[other] 🖥 Профиль сменит и NS-серверы:
    }
change-edge-unnamed = серверы профиля
change-leaves-edge =
    { $done ->
        [true] 🛡 Edge-профиль отключён.
       *[other] 🛡 Edge-профиль будет отключён. Подключить его снова можно в разделе <b>Edge</b>.
    }
change-leaves-edge-many =
    { $count ->
        [one] 🛡 { $count } домен отключится от edge-профиля. Подключить его снова можно в разделе <b>Edge</b>.
        [few] 🛡 { $count } домена отключатся от edge-профилей. Подключить их снова можно в разделе <b>Edge</b>.
       *[many] 🛡 { $count } доменов отключатся от edge-профилей. Подключить их снова можно в разделе <b>Edge</b>.
    }
doubt-top = ⚠️ <b>Нужно второе подтверждение:</b>
doubt-big-cut = Удалится или перезапишется большая часть записей DNS.
doubt-last-mail = Удалится последняя запись MX. Почта на этот домен, скорее всего, перестанет приходить.
doubt-last-address = Удалится последняя запись A/AAAA самого домена. Его сайт перестанет открываться.
doubt-nameservers = Сайт и почта начнут использовать записи на новых NS-серверах. Нынешние записи перестанут действовать.
doubt-sum =
    { $limit ->
        [none] Сумма больше вашего порога двойного подтверждения.
       *[other] Сумма больше вашего порога двойного подтверждения: { $limit }.
    }
skipped-top =
    { $count ->
        [one] Не вошло { $count } имя:
        [few] Не вошло { $count } имени:
       *[many] Не вошло { $count } имён:
    }
nothing-to-order = Ни одно из этих имён заказать нельзя.
nothing-to-change = Менять нечего.
skipped-invalid = это не домен
skipped-duplicate = повтор
skipped-not-available = занято
skipped-not-sold = эта зона не продаётся
skipped-not-yours = нет в этом аккаунте
skipped-no-price = нет цены
skipped-too-long =
    { $most ->
        [0] уже оплачено на максимум, 10 лет
        [one] не больше чем на { $most } год
        [few] не больше чем на { $most } года
       *[many] не больше чем на { $most } лет
    }
skipped-busy = выполняется другой заказ или изменение
skipped-refused = регистратор отклонил
skipped-already-so = всё уже так
skipped-unread = не удалось прочитать
skipped-conflict = не сочетается с остальными записями
skipped-type = тип записи не поддерживается регистратором
skipped-too-large = слишком много записей для одного изменения
skipped-profile = профиль не подходит для этой зоны
skipped-blocked = заблокирован
skipped-locked = заморожен: его заказы и изменения подтвердить нельзя
skipped-rest = 🔄 Ещё раз: { $count }
skipped-outdated = последнее изменение ещё не видно, попробуйте через минуту
plan-nothing = { $name }: менять нечего, всё уже так.
plan-draft-ended = { $name }: в черновике не осталось изменений, поэтому бот его убрал.
plan-record-gone = { $name }: кто-то успел изменить эту запись. Ничего не сделано. Проверьте текущие записи.
plan-outdated = { $name }: регистратор ещё не показывает ваше последнее изменение. Ничего не сделано. Попробуйте через минуту. Через пять минут после того изменения всё получится в любом случае.
plan-empty = { $name }: последнюю запись можно заменить, но не удалить.
plan-full = { $name }: получится больше 1000 записей, а у домена не может быть больше. Ничего не сделано.
plan-no-record = Чтобы добавить запись, пришлите её так: <code>www A 203.0.113.5</code> или с TTL в секундах: <code>www 300 A 203.0.113.5</code>
plan-bad-key = { $name }: это не название профиля.
plan-profile-missing = { $name }: edge-профиля «{ $part }» нет.
plan-profile-off = { $name }: edge-профиль «{ $part }» выключен. Включите его в разделе <b>«🛡 Edge-профили»</b> или выберите другой.
plan-profile-zone = { $name }: edge-профиль «{ $part }» не подходит для этой зоны. Измените его в разделе <b>«🛡 Edge-профили»</b> или выберите другой.
plan-many-keys = { $name }: выберите один профиль, а не «{ $part }». Например: <code>/edge example.com main</code>

problem-already-so = Всё уже так.
problem-not-sold = Домены в этой зоне здесь не продаются.
problem-not-done = Бот проверил несколько раз: это не выполнено.
problem-done-elsewhere = Это уже сделал другой заказ в этом аккаунте.
problem-unattributed = Регистратор не показывает, каким заказом это сделано.
problem-unconfirmed = Регистратор подтвердил изменение, но показывает другие записи. Проверяем ещё раз.
problem-stored-otherwise = Регистратор сохранил другое.
problem-not-stored = Регистратор подтвердил изменение, но всё ещё показывает прежние записи.
problem-order-failed = Регистратор принял заказ, а потом сообщил об ошибке. Проверьте по балансу, вернулись ли деньги.
problem-said-by-person = Вы ответили, что это не выполнено.
problem-said-by-operator = Администратор бота проверил: это не выполнено.
problem-bad-request = Регистратор не смог прочитать запрос бота.
problem-not-found = API регистратора ответил 404. Попросите администратора бота проверить адрес API.
problem-method-not-allowed = Регистратор этого не поддерживает.
problem-payload-too-large = Слишком много за один раз. Пришлите меньше.
problem-domain-not-found = Домен только что заняли, или его нет в вашем аккаунте.
problem-not-available = Домен занят или недоступен для заказа.
problem-invalid-domain = Регистратор не принял это имя. Проверьте написание и зону.
problem-validation-error = Регистратор не принял данные.
problem-insufficient-funds = На балансе недостаточно денег.
problem-provider-error = Реестр ответил ошибкой. Попробуйте позже.
problem-domain-blocked = Домен заблокирован.
problem-edge-not-configured = Edge-профиля нет, он выключен или не подходит для этого домена.
problem-edge-missing = Edge-профиля «{ $key }» нет.
problem-edge-off = Edge-профиль «{ $key }» выключен.
problem-edge-zone = Edge-профиль «{ $key }» не подходит для зоны { $zone }.
problem-preset-missing = Набора NS-серверов «{ $key }» нет.
problem-too-far = Максимум — { $years } лет.
problem-idempotency-key-reused = Регистратор принял этот запрос за повторный.
problem-request-in-progress = Регистратор ещё выполняет этот запрос.
problem-unauthorized = Токен больше не действует.
problem-forbidden = IP этого бота нет в белом списке аккаунта.
problem-rate-limited = Слишком много запросов. Попробуйте через минуту.
problem-zone-changed = Записи изменились после предпросмотра, и ваше изменение к ним больше не подходит.
problem-zone-empty = Последнюю запись можно заменить, но не удалить.
problem-zone-full = С этим изменением у домена будет больше 1000 записей.
problem-other = Регистратор отказал:

## Мои домены

domains-title = <b>🌐 Мои домены</b>: { $count }
domains-found = <b>🌐 Мои домены</b> с «{ $search }»: { $count }
domains-found-label = <b>🌐 Мои домены</b> с меткой «{ $label }»: { $count }
domains-choose =
    { $what ->
        [zone] <b>🧭 Записи DNS.</b> Выберите домен:
        [nameservers] <b>🖥 NS-серверы.</b> Выберите домен:
        [edge] <b>🛡 Edge-профиль.</b> Выберите домен:
       *[renew] <b>🔄 Продление.</b> Выберите домен:
    }
domains-none = В этом аккаунте пока нет доменов. Пришлите имя, чтобы найти свободное.
domains-none-found = Среди ваших доменов нет ни одного с «{ $search }».
domains-none-found-label = Среди ваших доменов нет ни одного с меткой «{ $label }».
domains-all = Все мои домены
domains-renew = 🔄 Продлить несколько
domains-renew-selected = 🔄 Продлить { $count }
domains-select = ☑️ Выбрать
selection-all = ☑️ Все { $count }
selection-none = ▫️ Ни одного
domains-selected-cost =
    { $name ->
        [none] Продление выбранных доменов на год: <b>{ $money }</b>
       *[other] Продление { $name } на год: <b>{ $money }</b>
    }
domains-tag-selected = 🏷 Теги и заметки
domains-select-end = ✖️ Закончить выбор
domains-too-many = Для этого можно выбрать не больше { $most } доменов. Снимите часть отметок или нажмите «Ни одного» и сузьте список фильтром.
domains-selection-cleared = ⚠️ Отметки сняты: при смене фильтра сохраняется не больше { $most } отмеченных доменов.
selection-count = Выбрано: { $count } из { $total }
selection-hidden =
    { $count ->
        [one] ⚠️ Ещё { $count } выбран, но скрыт фильтром. Кнопки ниже действуют и на него.
        [few] ⚠️ Ещё { $count } выбраны, но скрыты фильтром. Кнопки ниже действуют и на них.
       *[other] ⚠️ Ещё { $count } выбрано, но скрыто фильтром. Кнопки ниже действуют и на них.
    }
domains-incomplete = ⏳ Список ещё загружается. Откройте его снова, чтобы увидеть остальное.
domains-old = ⚠️ Регистратор не отвечает. Этот список загружен { $time }.
domains-sort-expiry = ↕️ По сроку
domains-sort-name = ↕️ По имени
domains-sort-added = ↕️ Сначала новые
domains-filter = 🔎 Фильтр
domains-filters = <b>🔎 Какие домены показать?</b> Чтобы искать по имени, отправьте <code>/domains shop</code>. По тегу или зоне: <code>#sale</code>, <code>.shop</code>.
domains-filter-none = Все
domains-filter-30 = Истекут за 30 дней
domains-filter-60 = Истекут за 60 дней
domains-filter-90 = Истекут за 90 дней
domains-filter-blocked = Заблокированные
domains-filter-expired = Истёкшие
domains-filter-edge = С edge-профилем
domains-filtered = Фильтр: { $filter }
domains-none-filtered = Под этот фильтр не подходит ни один домен: { $filter }.
domain-status = Статус: { $status }
domain-status-registered = зарегистрирован
domain-status-blocked = заблокирован
domain-status-expired = истёк
domain-expires = Оплачен до <b>{ $date }</b>
domain-registered = Зарегистрирован { $date }
domain-renewal = Продление: { $money } в год
domain-mode =
    { $mode ->
        [managed] DNS: у регистратора
        [external] DNS: другие NS-серверы
        [edge] DNS: edge-профиль
       *[other] DNS: { $mode }
    }
domain-edge = Edge-профиль: <code>{ $key }</code>
domain-nameservers = NS-серверы:
domain-no-auto-renew = Автопродление: выключено
domain-auto-renew = Автопродление: включено, до { $money } за год
domain-blocked =
    { $time ->
        [none] ⛔ <b>Домен заблокирован.</b>
       *[other] ⛔ <b>Домен заблокирован</b> с { $time }.
    }
domain-blocked-next = Продлевать можно по-прежнему. Менять DNS-записи, NS-серверы и edge-профиль нельзя. Обратитесь к регистратору.
domain-blocked-heard = Когда блокировку снимут, вы получите уведомление.
domain-not-yours = Домена { $name } в этом аккаунте нет.
domain-look-up = 🔎 Искать это имя

domain-renew = 🔄 Продлить
domain-dns = 🧭 DNS
domain-servers = 🖥 NS-серверы
domain-profile = 🛡 Edge
domain-live = 🛰 Уже работает?
domain-tags = 🏷 Теги и заметка
domain-note = 📝 Заметка
domain-renewal-open = 📅 Продление
domain-elsewhere =
    Трансфер, коды авторизации, контакты, DNSSEC и удаление доступны только на сайте регистратора.
renewal-remind = 💤 Напоминание
dns-filter = 🔎 По типу
dns-types = <b>Типы записей</b> { $name }
dns-more = <b>🧭 Инструменты DNS</b> { $name }
live-title = <b>🛰 Уже работает?</b> { $name }
live-asking = ⏳ Опрашиваем NS-серверы и резолверы…
live-nothing = У этого домена нет ни NS-серверов, ни записей: проверять нечего.
live-offline = ❌ Нет интернета: ни один сервер не отвечает. Бот попробует ещё раз сам.
live-seen =
    { $outcome ->
        [live] ✅ Работает. Видят <b>{ $count } из { $total }</b>
       *[other] ⏳ Видят <b>{ $count } из { $total }</b>
    }
live-server =
    { $verdict ->
        [new] ✅
        [old] ⏳
        [failed] ⚠️
       *[other] ❔
    } { $server }{ $role ->
        [sandbox] { " " }(песочница)
        [resolver] { " " }(резолвер)
       *[other] { "" }
    }{ $verdict ->
        [new] { "" }
        [old] : пока отвечает
        [failed] : не обслуживает этот домен
       *[other] : не отвечает
    }
live-empty = ничего
live-until = самое позднее до { $time }
live-partly = Проверено наборов записей: { $count } из { $total }.
live-gave-up = Бот проверял час и остановился. Некоторые серверы хранят старый ответ до двух суток.
live-failure = ⚠️ Регистратор не ответил, поэтому бот не смог проверить.
live-looked = Последняя проверка: { $time }
live-next = Следующая проверка в { $time }
live-again = 🔄 Проверить сейчас
elsewhere-watch = 👁 Следить за DNS
elsewhere-unwatch = 👁 Не следить
elsewhere-state =
    { $time ->
        [none] 👁 Бот каждые 6 часов ищет изменения, сделанные не здесь. Проверок ещё не было.
       *[other] 👁 Бот каждые 6 часов ищет изменения, сделанные не здесь. Последняя проверка: { $time }
    }
elsewhere-changed = ⚠️ <b>Изменено в другом месте:</b> { $name }
elsewhere-question = Этот бот ничего такого не менял. Это были вы?
elsewhere-settled = ✅ С этим изменением всё решено: делать ничего не нужно.
elsewhere-mine = Это я
elsewhere-restore = ↩️ Вернуть
elsewhere-open = ⚠️ Что делать
elsewhere-too-many = Вы уже следите за доменами: { $count }. Это максимум для одного аккаунта. Сначала перестаньте следить за одним из них.
tags-title = <b>🏷 Теги домена</b> { $name }
tags-title-many =
    { $count ->
        [one] <b>🏷 Теги и заметки { $count } домена</b>
       *[other] <b>🏷 Теги и заметки { $count } доменов</b>
    }
tags-ask = Нажмите на тег, чтобы добавить или убрать его. Новые пришлите через запятую: до { $longest } символов в каждом, до { $most } на домен. Их видите только вы.
tags-added =
    { $count ->
        [one] ✅ Помечен { $count } домен: { $tags }
        [few] ✅ Помечены { $count } домена: { $tags }
       *[other] ✅ Помечено { $count } доменов: { $tags }
    }
tags-full =
    { $full ->
        [one] ⚠️ У { $full } домена тегов стало бы слишком много, он не изменён. Помечено: { $count }.
       *[other] ⚠️ У { $full } доменов тегов стало бы слишком много, они не изменены. Помечено: { $count }.
    }
tags-refused-none = ⚠️ В сообщении не нашлось тегов. Пришлите их через запятую.
tags-refused-too-long = ⚠️ В теге может быть не больше { $longest } символов. Ничего не изменено.
note-title = <b>📝 Заметка о домене</b> { $name }
note-ask = Пришлите текст заметки, до { $longest } символов. Её видите только вы.
note-too-long = ⚠️ В заметке может быть не больше { $longest } символов. Ничего не изменено.
note-delete = 🗑 Удалить заметку
note-many = 📝 Заметка для { $count }
note-title-many =
    { $count ->
        [one] <b>📝 Заметка о { $count } домене</b>
       *[other] <b>📝 Заметка о { $count } доменах</b>
    }
note-replaces =
    { $count ->
        [one] У { $count } из них уже есть заметка. Новая заменит её.
       *[other] У { $count } из них уже есть заметки. Новая заменит их.
    }
note-saved =
    { $count ->
        [one] ✅ Заметка сохранена у { $count } домена.
       *[other] ✅ Заметка сохранена у { $count } доменов.
    }
note-deleted =
    { $count ->
        [one] ✅ Заметка удалена у { $count } домена.
       *[other] ✅ Заметки удалены у { $count } доменов.
    }
note-delete-many = 🗑 Удалить: { $count }
note-delete-sure =
    { $count ->
        [0] У выбранных доменов нет заметок.
        [one] Удалить заметку у { $count } домена? Восстановить её нельзя.
       *[other] Удалить заметки у { $count } доменов? Восстановить их нельзя.
    }
renew-years-ask =
    { $most ->
        [1] На сколько лет продлить { $name }? Нажмите кнопку или пришлите число 1.
       *[other] На сколько лет продлить { $name }? Нажмите кнопку или пришлите число от 1 до { $most }.
    }
renew-years-of = На сколько лет продлить { $name }?
renew-names-ask = Пришлите домены, которые нужно продлить, по одному в строке.
renew-names-bad = Доменов в сообщении не нашлось.
renew-many-ask =
    { $count ->
        [1] На сколько лет продлить этот домен? Нажмите кнопку или пришлите число от 1 до 10.
        [one] На сколько лет продлить каждый из { $count } домена? Нажмите кнопку или пришлите число от 1 до 10.
        [few] На сколько лет продлить каждый из { $count } доменов? Нажмите кнопку или пришлите число от 1 до 10.
       *[many] На сколько лет продлить каждый из { $count } доменов? Нажмите кнопку или пришлите число от 1 до 10.
    }
renew-choose = Выбрать срок
renew-too-long =
    { $most ->
        [0] { $name } оплачен до { $date }, это предел в 10 лет.
        [one] { $name } оплачен до { $date }. Оплатить можно не больше чем на 10 лет вперёд: добавьте 1 год.
       *[other] { $name } оплачен до { $date }. Оплатить можно не больше чем на 10 лет вперёд: добавьте от 1 до { $most } лет.
    }
renew-most =
    { $most ->
        [0] Домен уже оплачен на максимум, 10 лет.
        [one] Можно добавить { $most } год: максимум — 10 лет.
        [few] Можно добавить не больше { $most } лет: максимум — 10 лет.
       *[many] Можно добавить не больше { $most } лет: максимум — 10 лет.
    }

## Before it expires

expiring-open = ⏰ Скоро истекают
expiring-title =
    { $days ->
        [1] <b>⏰ Истекают до завтра: { $count }</b>
        [one] <b>⏰ Истекают в ближайшие { $days } день: { $count }</b>
        [few] <b>⏰ Истекают в ближайшие { $days } дня: { $count }</b>
       *[many] <b>⏰ Истекают в ближайшие { $days } дней: { $count }</b>
    }
expiring-none =
    { $days ->
        [1] <b>⏰ Истекают до завтра: { $count }</b>
        [one] <b>⏰ Истекают в ближайшие { $days } день: { $count }</b>
        [few] <b>⏰ Истекают в ближайшие { $days } дня: { $count }</b>
       *[many] <b>⏰ Истекают в ближайшие { $days } дней: { $count }</b>
    }

    Все ваши домены оплачены на больший срок.
expiring-days =
    { $count ->
        [one] { $count } день
        [few] { $count } дня
       *[many] { $count } дней
    }
expiring-cost =
    { $count ->
        [one] Продление на год: <b>{ $money }</b>
       *[other] Продление всех на год: <b>{ $money }</b>
    }
expiring-unpriced =
    { $count ->
        [one] Цена { $count } домена неизвестна.
        [few] Цены { $count } доменов неизвестны.
       *[many] Цены { $count } доменов неизвестны.
    }
expiring-balance = Ваш баланс: <b>{ $money }</b>.
expiring-short = ⚠️ На продление всех не хватает { $money }.
expiring-old = ⚠️ Регистратор не отвечает. Даты и цены могли устареть.
expiring-unread-days = ⚠️ Отправьте число дней от 1 до { $most }, например <code>/expiring 60</code>.
expiring-undated =
    { $count ->
        [one] Регистратор не сообщает, когда истекает { $count } домен.
        [few] Регистратор не сообщает, когда истекают { $count } домена.
       *[many] Регистратор не сообщает, когда истекают { $count } доменов.
    }
expiring-renew-all =
    { $count ->
        [one] 🔄 Продлить { $count } домен
        [few] 🔄 Продлить все: { $count }
       *[many] 🔄 Продлить все: { $count }
    }
expiring-renew-first = 🔄 Первые { $count }
reminder-title =
    { $count ->
        [one] <b>⏰ Скоро истекает { $count } домен</b>
        [few] <b>⏰ Скоро истекают { $count } домена</b>
       *[many] <b>⏰ Скоро истекают { $count } доменов</b>
    }
reminder-account = Аккаунт <b>{ $user }</b>
reminder-cost = Продление всего, что истекает за 30 дней: <b>{ $money }</b>
reminder-listed =
    { $count ->
        [one] Продление только домена из этого списка: <b>{ $money }</b>
       *[other] Продление только доменов из этого списка: <b>{ $money }</b>
    }
reminder-over = ✅ В этом аккаунте ни один из этих доменов скоро не истекает.
reminders-title =
    <b>⏰ Напоминания до истечения домена.</b> Нажмите, чтобы включить или выключить.

    Не больше одного сообщения в день, утром по вашему времени. Сам бот продлевает домен только с автопродлением.
reminders-checked = Даты проверены: { $time }
reminders-failed = ⚠️ При проверке { $time } регистратор не ответил. Бот проверит ещё раз сам.
reminders-off = 🔕 Все напоминания выключены.
renewal-expires = { $name } истекает { $date }.
renewal-expired = { $name } истёк { $date }. Возможно, его ещё можно продлить.
renewal-later = 💤 Напомнить позже
renewal-let-go = 🍃 Не продлевать
renewal-undo = ↩️ Отменить
renewal-later-on = 💤 Следующее напоминание: { $date }.
renewal-let-go-on = 🍃 Вы решили не продлевать. Следующее напоминание — в последний день.
renewal-later-saved = ✅ Напоминание сохранено.
renewal-let-go-saved = ✅ Сохранено. У регистратора ничего не изменилось.
renewal-undecided-saved = ✅ Обычные напоминания снова включены.
auto-open = 🔁 Автопродление
auto-title = <b>🔁 Автопродление</b> { $name }
auto-on = Включено, не дороже <b>{ $money }</b> за год.
auto-by = Включил(а) { $name }
auto-off = Выключено. Чтобы включить, выберите наибольшую цену за год.
auto-premium = 💎 Премиальная цена: перед продлением этого домена бот спросит вас.
auto-no-price = Цена продления сейчас неизвестна. Попробуйте позже.
auto-how = Бот продлевает домен за 14 дней до окончания срока, один раз, и присылает чек. Сначала он спросит вас, если цена выше этого предела, неизвестна или премиальная или домен заблокирован. А также если не хватает денег или достигнут ваш лимит на день.
auto-type = Чтобы задать другой предел, пришлите цену, например 18,50.
auto-title-many =
    { $count ->
        [one] <b>🔁 Автопродление { $count } домена:</b>
       *[many] <b>🔁 Автопродление { $count } доменов:</b>
    }
auto-ask-many = Выберите наибольшую цену за год для каждого из них или пришлите её, например 18,50.
auto-bad-price = ❌ Не сохранено. Пришлите цену больше нуля, до 10 000 $.
auto-up-to = До { $money }
auto-stop = Отключить продление
auto-saved = ✅ Автопродление включено. Если до окончания срока меньше 14 дней, бот продлит не раньше чем через час.
auto-stopped = ✅ Автопродление выключено.
auto-not-saved = ❌ Не сохранено. Попробуйте позже.
auto-asks-ceiling = 🔁 Автопродление ждёт вашего ответа: цена выше вашего предела. Деньги не списаны.
auto-asks-unknown = 🔁 Автопродление ждёт вашего ответа: цена неизвестна. Деньги не списаны.
auto-asks-premium = 🔁 Автопродление ждёт вашего ответа: цена премиальная. Деньги не списаны.
auto-asks-blocked = 🔁 Автопродление ждёт вашего ответа: домен заблокирован. Деньги не списаны.
auto-asks-money = 🔁 Автопродление ждёт вашего ответа: на балансе не хватает денег. Деньги не списаны.
auto-asks-cap = 🔁 Автопродление ждёт вашего ответа: это продление превысит ваш дневной лимит. Деньги не списаны.
freeze-open = 🧊 Заморозка
freeze-lock = 🧊 Заморозить домен
freeze-unlock = 🧊 Заморожен
freeze-title-account = <b>🧊 Заморозка аккаунта { $user }</b>
freeze-title-domain = <b>🔒 Заморозка домена</b> { $name }
freeze-explained =
    { $scope ->
        [account] Бот перестанет принимать новые заказы и изменения этого аккаунта от всех, кто к нему подключён: покупки, продления, DNS, NS-серверы и edge-профили. Начатое завершится.
       *[domain] Бот перестанет принимать новые заказы и изменения этого домена от всех, кто подключён: продления, DNS, NS-серверы и edge-профили. Начатое завершится.
    }

    Чтобы снять заморозку, нужны второе подтверждение и час ожидания. Бот уведомит всех, кто подключён.
freeze-start-account = 🧊 Заморозить
freeze-start-domain = 🔒 Заморозить домен
freeze-by =
    { $scope ->
        [account] 🧊 Заморожено
       *[domain] 🔒 Заморожено
    } { $time }. { $who ->
        [you] Это сделали вы.
        [unknown] Это сделал другой пользователь.
       *[other] Автор: { $person }.
    }
freeze-ends =
    { $who ->
        [you] ⏳ Закончится { $time } по вашей просьбе.
        [unknown] ⏳ Закончится { $time } по просьбе другого пользователя.
       *[other] ⏳ Закончится { $time }, об этом просит { $person }.
    }
freeze-kept =
    { $who ->
        [unknown] 🧊 Заморозка не закончится: так решил другой пользователь.
       *[other] 🧊 Заморозка не закончится: так решает { $person }.
    }
freeze-effect =
    { $scope ->
        [account] Никто не может подтвердить здесь заказы и изменения этого аккаунта. Поиск, списки и уведомления работают.
       *[domain] Никто не может подтвердить здесь заказы и изменения этого домена. Уведомления приходят.
    }
freeze-limits = Это останавливает только этого бота: программа с API-токеном аккаунта может делать заказы, пока вы не выключите API. Пока действует заморозка, никого нельзя отключить.
freeze-orders = Ещё выполняются:
freeze-end = 🔓 Снять заморозку
freeze-end-question = Снять заморозку через час? Бот уведомит всех, кто подключён, и любой сможет её оставить.
freeze-end-sure = 🔓 Снять через час
freeze-cancel = Отмена
freeze-keep = 🧊 Оставить
freeze-over = 🔓 Заказы и изменения снова можно подтверждать.
freeze-moved = ⤵️ Об этом есть более новое сообщение.
freeze-no-account = Сначала подключите аккаунт: /connect
freeze-note-account = 🧊 Заморожен: заказы и изменения подтвердить нельзя.
freeze-note-domain = 🔒 Заморожен: заказы и изменения этого домена подтвердить нельзя.
auto-asks-frozen = 🔁 Автопродление ждёт вашего ответа: аккаунт или домен заморожен. Деньги не списаны.
auto-asks-sum = 🔁 Автопродление ждёт вашего ответа: цена больше вашего порога двойного подтверждения. Деньги не списаны.
autos-title = <b>🔁 Автопродление</b>
autos-none = Автопродление пока не включено. Чтобы включить, откройте домен и нажмите <b>«Автопродление»</b>.
planner-open = 📅 План
planner-title =
    { $count ->
        [1] <b>📅 Продления до завтра</b>
        [one] <b>📅 Продления в ближайшие { $count } день</b>
        [few] <b>📅 Продления в ближайшие { $count } дня</b>
       *[many] <b>📅 Продления в ближайшие { $count } дней</b>
    }
planner-none = За это время ничего не истекает.
planner-total = Всего: <b>{ $money }</b>
planner-part =
    { $count ->
        [one] { $label }: <b>{ $money }</b>, { $count } домен
        [few] { $label }: <b>{ $money }</b>, { $count } домена
       *[many] { $label }: <b>{ $money }</b>, { $count } доменов
    }
planner-more =
    { $count ->
        [one] И ещё { $count }.
        [few] И ещё { $count }.
       *[many] И ещё { $count }.
    }
planner-untagged = Без тега
planner-tags = Домен с несколькими тегами считается в каждом из них.
planner-let-go =
    { $count ->
        [one] 🍃 Не посчитан { $count } домен, который вы решили не продлевать.
        [few] 🍃 Не посчитаны { $count } домена, которые вы решили не продлевать.
       *[many] 🍃 Не посчитаны { $count } доменов, которые вы решили не продлевать.
    }
planner-by-month = 🗓 По месяцам
planner-by-tag = 🏷 По тегам
planner-chart = План продлений
planner-caption =
    { $count ->
        [1] 📅 Продления до завтра, по сегодняшним ценам.
        [one] 📅 Продления в ближайшие { $count } день, по сегодняшним ценам.
        [few] 📅 Продления в ближайшие { $count } дня, по сегодняшним ценам.
       *[many] 📅 Продления в ближайшие { $count } дней, по сегодняшним ценам.
    }

## DNS

dns-title =
    { $count ->
        [0] <b>🧭 DNS для</b> { $name }
        [one] <b>🧭 DNS для</b> { $name }: { $count } запись
        [few] <b>🧭 DNS для</b> { $name }: { $count } записи
       *[many] <b>🧭 DNS для</b> { $name }: { $count } записей
    }
dns-external = ⚠️ Эти записи не действуют: у домена другие NS-серверы.
dns-edge = Домен работает через edge-профиль.
dns-none = Записей пока нет.
dns-found = 🔎 Записей с «{ $find }»: { $count }
dns-none-found = { $name }: записей с «{ $find }» нет.
dns-all = Все записи
dns-hint = Нажмите на запись или пришлите новую: <code>www A 203.0.113.5</code>, с TTL в секундах: <code>www 300 A 203.0.113.5</code>
dns-add = ➕ Добавить запись
dns-file = 📄 Импорт и экспорт
dns-file-title = <b>📄 Импорт и экспорт DNS:</b> { $name }
dns-file-hint =
    Чтобы экспортировать записи, выберите формат.

    Чтобы импортировать записи, пришлите файл зоны, CSV или JSON. Каждое изменение вы сначала подтвердите.
dns-export-zone = ⬇️ Файл зоны
dns-export-csv = ⬇️ CSV
dns-export-json = ⬇️ JSON
dns-file-sent =
    { $count ->
        [one] 📄 DNS { $name }: { $count } запись
        [few] 📄 DNS { $name }: { $count } записи
       *[other] 📄 DNS { $name }: { $count } записей
    }
dns-import-title = <b>📄 Импорт записей:</b> { $name }
dns-import-read =
    { $count ->
        [one] Прочитана { $count } запись. Пока ничего не изменено.
        [few] Прочитаны { $count } записи. Пока ничего не изменено.
       *[other] Прочитано { $count } записей. Пока ничего не изменено.
    }
dns-import-refused =
    { $count ->
        [one] ⚠️ { $count } строка не подходит:
        [few] ⚠️ { $count } строки не подходят:
       *[other] ⚠️ { $count } строк не подходят:
    }
dns-import-line =
    { $record ->
        [none] Строка { $line }: { $text }
       *[other] Запись { $record }: { $text }
    }
dns-import-places =
    { $what ->
        [lines] Строки { $places }:
        [records] Записи { $places }:
       *[names] { $places }:
    }
dns-import-doubt = ⚠️ Сверьте эти строки с предпросмотром:
dns-import-doubt-dot = Имя без точки в конце прочитано как полное. DNS-программы дописали бы к нему домен.
dns-import-doubt-relative = К имени дописан домен. Если это полное имя, поставьте в конце точку.
dns-import-doubt-comment = Всё после «;» — комментарий. Чтобы сохранить текст, возьмите его в кавычки.
dns-import-doubt-semicolon = Текст после «;» сохранён. Если это комментарий, удалите его.
dns-import-doubt-escape = Код в тексте, например \233, — не UTF-8, или в нём не три цифры. Проверьте текст.
dns-import-doubt-curly = Фигурные кавычки останутся в тексте. Чтобы их убрать, поставьте прямые.
dns-import-doubt-invisible = В тексте необычный пробел или невидимый символ. Чтобы его убрать, наберите текст вручную.
dns-import-doubt-ttl = Начиная с этой строки, записи без TTL получают TTL строки выше или минимум из SOA.
dns-import-doubt-words = Слова соединены без пробелов. Чтобы сохранить пробелы, возьмите текст в кавычки.
dns-import-doubt-priority = Приоритета нет: у существующей записи он останется прежним, у новой будет 0.
dns-import-no-ttl =
    { $count ->
        [one] У { $count } записи нет TTL. У существующей он останется прежним, у новой будет по умолчанию.
        [few] У { $count } записей нет TTL. У существующих он останется прежним, у новых будет по умолчанию.
       *[many] У { $count } записей нет TTL. У существующих он останется прежним, у новых будет по умолчанию.
    }
dns-import-unused = ⚠️ Поля, которые не импортируются: { $names }
dns-import-left =
    { $count ->
        [one] ⚠️ { $count } запись по-прежнему указывает на { $origin }:
        [few] ⚠️ { $count } записи по-прежнему указывают на { $origin }:
       *[other] ⚠️ { $count } записей по-прежнему указывают на { $origin }:
    }
dns-import-servers = NS-серверы из файла бот пропускает. Измените их на странице «NS-серверы».
dns-import-ways =
    <b>Добавить</b>: все ваши записи останутся, недостающие добавятся.
    <b>Обновить</b>: кроме того, заменятся записи с тем же именем и типом.
    <b>Заменить всё</b>: кроме того, удалятся записи, которых нет в файле.
dns-import-keeps = <b>Заменить всё</b> оставит записи таких типов, как HTTPS и ALIAS, если в файле нет записей того же типа.
dns-import-draft = 📝 Ваш черновик учтён. <b>Заменить всё</b> отбросит то, чего нет в файле.
dns-import-add = ➕ Добавить
dns-import-overwrite = ✏️ Обновить
dns-import-replace = ⚠️ Заменить всё
dns-import-none = В файле нет DNS-записей. Пришлите файл зоны, CSV или JSON.
dns-import-as-list = Это список имён
dns-import-many = В файле больше { $most } записей, для одного импорта это слишком много. Разделите файл.
dns-import-long = Файл слишком длинный и не прочитан. В нём может быть до { $megabytes } МБ и до { $lines } строк. Удалите комментарии или разделите его.
dns-import-directive = В файле есть директива { $directive }, бот её не поддерживает. Ничего не импортировано. Раскройте её в своей DNS-программе и пришлите результат.
dns-import-other = Этот файл для { $origin }, а не для { $name }.
dns-import-anyway = Взять записи сюда
dns-import-open = Открыть тот домен
dns-import-lost = Этого файла в Telegram больше нет. Пришлите его снова.
points-open = 🕓 Точки возврата
points-title = <b>🕓 Точки возврата:</b> { $name }
points-none = Точек возврата пока нет. Бот сохраняет точку перед каждым вашим изменением здесь. Если записей нет, сохранять нечего.
points-hint = Перед каждым изменением здесь бот сохраняет точку. Перед изменениями в другом месте сохраните её сами. Чтобы сравнить точку с тем, что сейчас, нажмите на неё.
points-legend-dns = 🧭 Только записи до изменения.
points-legend-edge = 🛡 Только edge-профиль до изменения.
points-legend-nameservers = 🖥 Только NS-серверы до изменения.
points-legend-saved = 📌 Сохранено человеком: записи, NS-серверы и edge-профиль, если регистратор их сообщает.
points-draft = ⚠️ Если восстановить записи, они заменят ваш черновик.
points-save = 📌 Сохранить точку
points-saved = 📌 Сохранено.
points-saved-records = 📌 Сохранено. NS-серверы и edge-профили регистратор не сообщает.
points-saved-nameservers = 📌 Сохранено. Edge-профили регистратор не сообщает.
points-saved-edge = 📌 Сохранено. NS-серверы регистратор не сообщает.
points-too-many = ⚠️ У домена может быть до 20 сохранённых точек. Откройте ненужную, удалите её и сохраните снова.
points-named = ✅ Название сохранено.
points-deleted = 🗑 Точка удалена.
points-gone = Этой точки возврата больше нет.
points-heading = <b>🕓 { $name }</b>, { $time }
points-holds =
    { $parts ->
        [dns] В точке <b>записи</b>. NS-серверы и edge-профиль останутся как сейчас.
        [nameservers] В точке <b>NS-серверы</b>. Записи останутся как сейчас.
        [edge] В точке <b>edge-профиль</b>. Записи останутся как сейчас.
        [dns-nameservers] В точке <b>записи</b> и <b>NS-серверы</b>.
       *[dns-edge] В точке <b>записи</b> и <b>edge-профиль</b>.
    }
points-before =
    { $kind ->
        [dns] Записи до изменения.
        [nameservers] NS-серверы до изменения.
       *[edge] Edge-профиль до изменения.
    }
points-label-in-doubt = неизвестно
points-label-in-progress = выполняется
points-label-failed = не удалось
points-in-doubt = ❔ Результат неизвестен: бот не знает, внесено ли это изменение. Сначала откройте его.
points-in-progress = ⏳ Это изменение ещё выполняется. Сначала дождитесь его результата.
points-failed = ❌ Изменение не удалось, но один ответ регистратора был неясным. Сравните, прежде чем возвращать.
points-changed-by =
    { $who ->
        [you] Изменили вы.
        [unknown] Изменил другой пользователь.
       *[other] Автор изменения: { $person }.
    }
points-saved-by =
    { $who ->
        [you] Сохранили вы.
        [unknown] Сохранил другой пользователь.
       *[other] Сохранено: { $person }.
    }
points-same = Восстанавливать нечего: сейчас всё совпадает.
points-unknown-nameservers = ℹ️ Регистратор не сообщает нынешние NS-серверы, поэтому они не сравнивались.
points-unknown-edge = ℹ️ Регистратор не сообщает нынешний edge-профиль, поэтому он не сравнивался.
points-empty = ⚠️ В этой точке нет записей, а регистратор требует хотя бы одну. Удалите лишние записи сами.
points-difference = Бот восстановит:
points-name-hint = Чтобы назвать точку, пришлите название.
points-restore-dns = ↩️ Вернуть записи
points-restore-nameservers = ↩️ Вернуть NS-серверы
points-restore-edge = ↩️ Вернуть профиль
points-delete = 🗑 Удалить точку
points-delete-sure = Удалить эту точку возврата? Вернуть её нельзя.
dns-draft = <b>📝 Черновик</b>, ещё не применён. Следующее изменение попадёт в него:
dns-draft-review = 📝 Открыть черновик
templates-open = 🧩 Шаблоны
templates-title = <b>🧩 Шаблоны:</b> { $name }
templates-choose =
    { $sets ->
        [mail] ✉️ Выберите почтовый сервис:
       *[site] 🖥 Выберите, где размещён сайт:
    }
templates-hint = Выберите, где ваша почта или сайт. Сначала вы увидите записи и подтвердите каждое изменение.
templates-replaces =
    { $sets ->
        [no-mail] Заменит почтовые серверы домена (MX) и SPF-запись: домен не принимает и не отправляет почту. Остальные записи не изменятся.
        [mail] Заменит почтовые серверы домена (MX). SPF-запись останется и будет дополнена. Остальные записи не изменятся.
        [site] Заменит адреса этих хостов. Остальные записи не изменятся.
       *[zone] Заменит записи с теми же хостом и типом. Тексты (TXT) добавятся. SPF будет дополнена, DKIM и DMARC заменятся. Остальные записи не изменятся.
    }
templates-ask-account = Пришлите имя аккаунта или сайта в { $provider }.
templates-ask-proof = Пришлите текст подтверждения, который { $provider } показывает для этого домена: <code>{ $sample }</code>
templates-ask-dkim = Пришлите текст DKIM-записи, который показывает { $provider }. Он начинается с <code>v=DKIM1</code>.
templates-ask-selector = Пришлите селектор DKIM, который показывает { $provider }: часть хоста перед <code>._domainkey</code>.
templates-ask-target = Пришлите значение первой DKIM-записи, которое показывает { $provider }: <code>{ $sample }</code>
templates-ask-mx = Пришлите почтовый сервер (MX), который { $provider } показывает для этого домена. Если пропустить, это <code>{ $sample }</code>
templates-ask-text = Пришлите значение <code>{ $name }</code>.
templates-step = <b>Шаг { $step } из { $count }</b>
templates-skip = ⏭ Пропустить
templates-keep = ✅ Оставить
templates-answer = Ваш ответ: <code>{ $value }</code>
templates-personal = ℹ️ Подтверждение и DKIM у каждого домена свои. Добавьте их по одному домену.
templates-usual = ⚠️ Сравните почтовый сервер с тем, который показывает { $provider }. У новых доменов он может быть другим.
templates-bad-account = ⚠️ Используйте только латинские буквы, цифры и дефисы.
templates-bad-proof = ⚠️ Пришлите текст подтверждения целиком, как его показывает провайдер.
templates-bad-dkim = ⚠️ Текст DKIM неполный. Скопируйте его целиком, как его показывает провайдер.
templates-bad-selector = ⚠️ Используйте только латинские буквы, цифры, точки и дефисы.
templates-bad-target = ⚠️ Пришлите значение целиком, как провайдер показывает его для этого домена.
templates-bad-mx = ⚠️ Пришлите имя почтового сервера целиком, как его показывает провайдер.
templates-bad-record = ⚠️ Пришлите другое значение. Это не подходит к записи:
templates-bad-text = ⚠️ Пришлите значение одной строкой.
templates-apply = 🧾 Предпросмотр
templates-checked = Источник: { $source }, проверено: { $month }
templates-source = 📖 Инструкция
templates-no-mail = Без почты
templates-gone = Этого шаблона больше нет.
templates-title-many =
    { $count ->
        [one] <b>🧩 Шаблоны для { $count } домена:</b>
       *[many] <b>🧩 Шаблоны для { $count } доменов:</b>
    }
templates-kind-mail = ✉️ Почта ({ $count })
templates-kind-site = 🖥 Сайт ({ $count })
templates-domain = домен
templates-save = ➕ Сохранить шаблон
templates-save-as = ⭐ { $name }
templates-ask-name = Сохраните записи { $name } как свой шаблон. Имя этого домена в значениях заменится именем домена, к которому вы примените шаблон.

    Или напишите свой: в первой строке название, дальше по записи в строке. Слово в фигурных скобках бот спросит при каждом применении:
    <code>Мой магазин
    www CNAME { "{shop}" }.example.net</code>

    Пришлите название шаблона или нажмите:
templates-saved = ✅ Шаблон сохранён.
templates-taken = ⚠️ Шаблон с таким названием уже есть. Пришлите другое.
templates-deleted = 🗑 Шаблон удалён.
templates-delete = 🗑 Удалить шаблон
templates-delete-sure = Удалить шаблон <b>{ $template }</b>? Вернуть его нельзя.
templates-bad-name = ⚠️ Пришлите название не длиннее 30 символов.
templates-bad-line = ⚠️ Эта строка не запись: <code>{ $line }</code>
templates-no-records = ⚠️ У этого домена нет записей.
templates-too-many = ⚠️ Шаблонов может быть не больше 30. Сначала удалите один.
templates-too-large = ⚠️ В шаблоне может быть не больше 200 записей.
many-dns-title =
    { $count ->
        [one] <b>🧭 DNS { $count } домена:</b>
       *[many] <b>🧭 DNS { $count } доменов:</b>
    }
many-dns-how = Пришлите запись, чтобы добавить её ко всем, например <code>www A 203.0.113.5</code>. Или примените шаблон.
many-dns-partial = ⚠️ Пришлите запись целиком: хост, тип и значение.
many-edge-title =
    { $count ->
        [one] <b>🛡 Edge-профиль для { $count } домена:</b>
       *[many] <b>🛡 Edge-профиль для { $count } доменов:</b>
    }
many-edge-bad-key = ⚠️ Это не может быть названием edge-профиля.
many-edge-missing = ⚠️ Edge-профиля с таким названием нет.
many-edge-off = ⚠️ Этот edge-профиль выключен. Включите его или выберите другой.
change-edge-servers-many =
    { $count ->
        [one] ⚠️ Edge-профиль заменит NS-серверы { $count } домена.
       *[many] ⚠️ Edge-профиль заменит NS-серверы { $count } доменов.
    }
dns-refused = ❌ Такие записи недопустимы. Ничего не изменилось.
record-edit = ✏️ Изменить запись
record-delete = 🗑 Удалить запись
record-copy = 📋 Копировать
record-ttl = TTL: { $ttl } с
record-host-apex = @ (сам домен)
record-bad-sentence = Пришлите текст или нажмите кнопку.
record-bad-unread = Это не запись. Пришлите имя, тип и значение.
domain-ask =
    { $what ->
        [record] Это запись DNS. Для какого она домена?
       *[file] Это записи DNS. Для какого они домена?
    }
domain-ask-hint = Нажмите на домен или пришлите его имя.
domain-ask-none = Записи DNS принадлежат домену, а в этом аккаунте доменов пока нет. Пришлите имя, чтобы найти свободное.
record-ask-type =
    <b>➕ Запись для</b> { $name }

    Выберите тип или пришлите запись целиком: <code>www A 203.0.113.5</code>, с TTL в секундах: <code>www 300 A 203.0.113.5</code>
record-ask-kind = Какой это тип записи? Нажмите на него.
record-ask-host =
    { $type ->
        [SRV] Для какой службы запись SRV? Пришлите, например, <code>_sip._tcp</code>
        [CNAME] Для какого имени запись CNAME? Нажмите кнопку или пришлите: <code>www</code>, <code>shop</code>.
        [NS] Для какого поддомена запись NS? Нажмите кнопку или пришлите, например, <code>lab</code>. NS-серверы самого домена меняются командой /ns.
       *[other] Для какого имени запись { $type }? Нажмите кнопку или пришлите: <code>www</code>, <code>mail</code> или <code>@</code> — сам домен.
    }
record-ask-a = { $host } A: пришлите адрес IPv4, например <code>203.0.113.5</code>
record-ask-aaaa = { $host } AAAA: пришлите адрес IPv6, например <code>2001:db8::5</code>
record-ask-cname = { $host } CNAME: пришлите, куда он ведёт, например <code>example.net</code>
record-ask-mx = { $host } MX: пришлите приоритет и почтовый сервер, например <code>10 mail.example.net</code>
record-ask-priority = Какой приоритет у почтового сервера? Нажмите или пришлите число. Сервер с наименьшим числом используется первым.
record-ask-txt = { $host } TXT: пришлите текст.
record-ask-ns = { $host } NS: пришлите NS-сервер, например <code>ns1.example.net</code>
record-ask-srv = { $host } SRV: пришлите приоритет, вес, порт и цель, например <code>10 5 443 host.example.net</code>
record-ask-caa = { $host } CAA: пришлите флаги, тег и значение, например <code>0 issue "letsencrypt.org"</code>
record-ask-new-value = Пришлите новое значение, TTL (<code>ttl 300</code>) или всю запись: <code>www 300 A 203.0.113.5</code>
record-problem-syntax = Это не запись.
record-problem-directive = Бот не поддерживает эту директиву.
record-problem-class = Бот поддерживает только записи класса IN.
record-problem-owner-missing = Не указано имя записи.
record-problem-type =
    { $service ->
        [none] Записи { $type } регистратор не поддерживает.
       *[other] Записи { $type } в { $service } не поддерживаются.
    }
record-problem-type-imported = Записи { $type } бот добавляет только из файла зоны или таблицы.
record-problem-type-unknown = Такого типа записей бот не знает.
record-problem-type-missing = Не указан тип записи.
record-problem-value-missing = Не указано значение.
record-problem-signature = Эта запись DNSSEC относится к NS-серверу, который подписал зону.
record-problem-quote-open = Кавычка не закрыта.
record-problem-parenthesis = Скобка не закрыта или не открыта.
record-problem-ttl-unread = TTL — это число секунд, например 300.
record-problem-columns = В заголовке нужны столбцы <code>type</code>, <code>hostname</code> и <code>value</code>.
record-problem-json = Отсюда это не JSON. Проверьте запятые, кавычки и скобки.
record-problem-json-end = JSON обрывается. Скобка или кавычка не закрыта.
record-problem-json-records = В JSON нет списка записей. Пришлите список или объект с ключом <code>records</code>.
record-problem-json-many = В JSON больше 10 000 записей. Разделите его.
record-problem-hostname = Имя записи указано неверно.
record-problem-hostname-outside = Имя записи не относится к этому домену.
record-problem-hostname-twice = В имени записи домен указан дважды. Уберите один.
record-problem-hostname-service = Имя записи SRV начинается со службы и протокола: <code>_sip._tcp</code>
record-problem-wildcard = Звёздочка может стоять только отдельно, в начале имени.
record-problem-apex = Такая запись недопустима для самого домена. Выберите поддомен.
record-problem-address-ipv4 = Это не адрес IPv4.
record-problem-address-ipv6 = Это не адрес IPv6.
record-problem-target = Цель указана неверно: нужно имя хоста.
record-problem-target-relative = Пришлите полное имя цели, например <code>mail.example.net</code>.
record-problem-target-address = Цель должна быть именем, а не IP-адресом.
record-problem-text-empty = Текст пуст.
record-problem-text-too-long = Текст слишком длинный.
record-problem-text-character = В тексте есть недопустимый символ.
record-problem-text-generic = Длина после «\#» не совпадает с данными. Пришлите сам текст.
record-problem-text-quotes = Кавычки не закрыты, или после них есть лишний текст.
record-problem-srv = Для SRV нужны вес, порт и цель: <code>5 443 host.example.net</code>
record-problem-caa = Для CAA нужны флаги, тег и значение: <code>0 issue "letsencrypt.org"</code>
record-problem-ttl = TTL должен быть от 60 до 2147483647 секунд.
record-problem-ttl-large = TTL слишком большой. Предел — 2147483647 секунд.
record-problem-priority = Приоритет — число от 0 до 65535.
record-problem-duplicate = Такая запись уже есть в списке.
record-problem-alias-beside = CNAME нельзя сочетать с другими записями того же имени. Сначала удалите их.
record-problem-alias-twice = У одного имени может быть только один CNAME.
record-problem-alias-loop = Эти записи CNAME образуют цикл.
record-problem-target-is-alias = Цель — это CNAME. Такая запись должна вести на имя с адресом.
record-problem-alias-targeted = На это имя указывает другая запись, поэтому здесь нужен адрес, а не CNAME.
record-problem-null-mx-beside = MX «почту не принимает» нельзя сочетать с почтовыми серверами.

## NS-серверы и edge

servers-title = <b>🖥 NS-серверы для</b> { $name }
servers-none = Регистратор не сообщает NS-серверы.
servers-edge = Домен работает через edge-профиль. Смена NS-серверов отключит профиль.
servers-replace = ✏️ Заменить серверы
servers-default = NS регистратора
servers-preset = 🧭 { $key }
servers-presets = Доступные наборы: { $keys }.
servers-ask = Пришлите не меньше двух NS-серверов для { $name }, по одному в строке. Или пришлите набор: <code>preset default</code>
servers-ask-many =
    { $count ->
        [one] Пришлите не меньше двух NS-серверов для { $count } домена, по одному в строке. Или пришлите набор: <code>preset default</code>
       *[many] Пришлите не меньше двух NS-серверов для { $count } доменов, по одному в строке. Или пришлите набор: <code>preset default</code>
    }
servers-warning-glue = { $at } находится внутри этого домена. Он работает, только если реестр знает его адрес. Через API регистратора это не задать.
servers-warning-no-address = У { $at } нет публичного адреса.
servers-warning-lame = { $at } пока не обслуживает этот домен. До тех пор домен может не открываться.
servers-warning-silent = { $at } не отвечает.
servers-warning-glue-many = { $at } находится внутри { $name }. Он работает, только если реестр знает его адрес, а через API регистратора это не задать.
servers-warning-lame-many =
    { $more ->
        [0] { $at } пока не отвечает за { $name }. До тех пор домен может не открываться.
       *[other] { $at } пока не отвечает за { $name } и ещё { $more }. До тех пор они могут не открываться.
    }
servers-checked = 🔎 Проверено новых NS-серверов: { $checked } из { $total }
servers-checked-partly = ⚠️ Проверено новых NS-серверов: { $checked } из { $total }. Остальные не проверены.
servers-unchecked = ⚠️ Новые NS-серверы не проверены ({ $checked } из { $total }): DNS-серверы не ответили вовремя.
servers-domains =
    { $rest ->
        [0] 🔎 Бот спросил их обо всех доменах: { $total }.
       *[other] 🔎 Бот спросил их выборочно: о { $checked } из { $total } доменов.
    }
servers-unlisted = ⚠️ NS-серверы этого набора знает только регистратор, поэтому они не проверены.
servers-problem-too-few = Пришлите не меньше двух NS-серверов.
servers-problem-too-many = Пришлите не больше 13 NS-серверов.
servers-problem-duplicate = «{ $part }» указан дважды.
servers-problem-address = «{ $part }» — это IP-адрес. Пришлите имена серверов.
servers-problem-name = «{ $part }» — неверное имя хоста.
servers-problem-unknown-preset = Набора «{ $part }» в этом аккаунте нет.
edge-title = <b>🛡 Edge-профиль для</b> { $name }
edge-unbound = Edge-профиль не подключён.
edge-unknown = Неизвестно: регистратор не сообщает edge-профиль.
edge-how = Чтобы подключить профиль, пришлите его название, например <code>main</code>. Названия указаны в разделе <b>«Профиль → API → Edge-профили»</b>.
edge-bind = 🛡 Подключить { $key }

## Проверки зоны

check-open = 🩺 Проверить DNS
check-title = <b>🩺 Проверка</b> { $name }
check-fine =
    { $count ->
        [0] ✅ Все NS-серверы обслуживают этот домен.
        [one] ✅ Проверена { $count } запись, проблем нет.
        [few] ✅ Проверены { $count } записи, проблем нет.
       *[many] ✅ Проверено { $count } записей, проблем нет.
    }
check-fine-partly = ▫️ В том, что удалось проверить, проблем нет.
check-empty = ⚠️ В этой зоне нет записей, поэтому домен не открывается.
check-elsewhere =
    { $mode ->
        [edge] Этих записей нет в интернете: домен обслуживает edge-профиль. Бот проверил только его NS-серверы.
       *[external] Этих записей нет в интернете: у домена другие NS-серверы. Бот проверил только их.
    }
check-offline = ⚠️ Ни один DNS-сервер в интернете не ответил, поэтому проверка неполная.
check-partly = ⚠️ Проверено не всё: DNS-серверы не ответили вовремя, или спрашивать нужно слишком много.
check-servers-asked = Проверено NS-серверов: { $checked } из { $total }
check-targets-asked = Проверено целей вне зоны: { $checked } из { $total }
check-no-address = У <code>{ $at }</code> нет адреса, поэтому сам домен не открывается.
check-gone-target = <code>{ $at }</code> ведёт на <code>{ $part }</code>, но такой записи здесь нет.
check-dead-target = <code>{ $at }</code> ведёт на <code>{ $part }</code>, у которого нет адреса.
check-alias-target = <code>{ $at }</code> ведёт на <code>{ $part }</code>, а это CNAME. Укажите имя, у которого есть адрес.
check-many-spf = <code>{ $at }</code>: записей SPF — { $part }, поэтому получатели не учтут ни одну. Объедините их.
check-private-address = <code>{ $at }</code>: <code>{ $part }</code> — частный адрес, из интернета он недоступен.
check-mixed-ttl = <code>{ $at }</code>: у записей разные TTL ({ $part } с). Задайте одинаковый.
check-low-ttl = <code>{ $at }</code>: TTL { $part } с очень мал, резолверы спрашивают снова и снова. Увеличьте его.
check-high-ttl = <code>{ $at }</code>: TTL { $part } с больше недели, и ошибка будет видна столько же. Уменьшите его.
check-server-without-address = У NS-сервера <code>{ $at }</code> нет публичного адреса, поэтому запросы к нему не доходят.
check-lame-server = NS-сервер <code>{ $at }</code> отвечает, но не обслуживает этот домен.
check-silent-server = NS-сервер <code>{ $at }</code> не отвечает, поэтому домен открывается медленно или с ошибками.
mail-title = <b>✉️ Почта</b>
mail-check = ✉️ Проверить почту
mail-check-title =
    { $count ->
        [one] <b>✉️ Почта { $count } домена</b>
       *[many] <b>✉️ Почта { $count } доменов</b>
    }
mail-not-public = записи здесь не видны в интернете
mail-mx =
    { $state ->
        [ok] { $count ->
            [one] ✅ MX: { $count } почтовый сервер
            [few] ✅ MX: { $count } почтовых сервера
           *[many] ✅ MX: { $count } почтовых серверов
        }
        [dead] { $count ->
            [one] ⚠️ MX: у { $count } почтового сервера нет адреса
           *[many] ⚠️ MX: у { $count } почтовых серверов нет адреса
        }
        [null_mx] ✅ MX: домен не принимает почту
       *[none] ⚠️ MX: нет, почта на домен, скорее всего, не дойдёт
    }
mail-spf =
    { $state ->
        [ok] { $least ->
            [true] ▫️ SPF: не менее { $count } из 10 запросов
           *[false] ✅ SPF: { $count } из 10 запросов
        }
        [many] ⚠️ SPF: несколько записей, получатели не учтут ни одну
        [lookups] { $least ->
            [true] ⚠️ SPF: запросов не менее { $count }, а можно только 10
           *[false] ⚠️ SPF: запросов { $count }, а можно только 10
        }
        [open] ⚠️ SPF: разрешены любые отправители
        [no_all] ⚠️ SPF: не сказано, что делать с остальными отправителями (<code>~all</code> или <code>-all</code>)
       *[none] ⚠️ SPF: нет, получатели не отличат настоящие письма от поддельных
    }
mail-spf-broken =
    { $reason ->
        [include] ⚠️ SPF: получатели не учтут запись, потому что у <code>{ $part }</code> нет записи SPF
        [included] ⚠️ SPF: получатели не учтут запись, потому что в записи SPF у <code>{ $part }</code> есть ошибка
        [address] ⚠️ SPF: получатели не учтут запись, потому что в <code>{ $part }</code> неверный IP-адрес
        [twice] ⚠️ SPF: получатели не учтут запись, потому что в ней два раза <code>{ $part }=</code>
       *[term] ⚠️ SPF: получатели не учтут запись, потому что <code>{ $part }</code> — неверный элемент
    }
mail-spf-uncounted = SPF: прочитаны не все вложенные записи, запросов может быть больше.
mail-dkim =
    { $state ->
        [ok] ✅ DKIM: { $selectors }
        [bad] ⚠️ DKIM: получатели не прочтут запись { $selectors }. Скопируйте её ещё раз
       *[none] ⚠️ DKIM: нет. Возьмите запись у почтового сервиса
    }
mail-dmarc =
    { $state ->
        [ok] ✅ DMARC: { $policy }
        [monitors] ✅ DMARC: только отчёты (<code>p=none</code>)
        [alias] ✅ DMARC: к ней ведёт CNAME
        [many] ⚠️ DMARC: несколько записей, получатели не учтут ни одну
        [version] ⚠️ DMARC: получатели не учтут запись. Она должна начинаться с <code>v=DMARC1</code> заглавными буквами
        [bad] ⚠️ DMARC: не указана политика (<code>p=</code>)
       *[none] ⚠️ DMARC: нет. Многие почтовые сервисы её требуют
    }

## Списки, цены, доставка

list-place = Страница { $page } из { $pages } · { $from }–{ $to } из { $total }
list-found =
    { $count ->
        [0] Доменов в этом списке не нашлось.
        [one] Найден <b>{ $count } домен</b>.
        [few] Найдено <b>{ $count } домена</b>.
       *[many] Найдено <b>{ $count } доменов</b>.
    }
list-check =
    { $count ->
        [one] 🔎 Проверить { $count }
       *[other] 🔎 Проверить { $count }
    }
list-count-free = ✅ свободно { $count }
list-count-yours = 🌐 ваших: { $count }
list-count-taken = ❌ занято { $count }
list-count-refused = 🚫 недоступно { $count }
list-count-unclear = ❔ неизвестно { $count }
list-yours = 🌐 Ваши: { $names }
list-taken = Занято: { $names }
list-not-subdomain = поддомен. Зарегистрировать можно только { $whole }.
list-not-refused = регистратор отказал
list-not-unknown = регистратор не ответил
list-warning-mixed =
    { $like ->
        [none] ⚠️ смешаны алфавиты с похожими буквами ({ $scripts })
       *[other] ⚠️ смешаны алфавиты с похожими буквами ({ $scripts }), похоже на { $like }
    }
list-warning-looks-latin =
    { $latin ->
        [true] ⚠️ необычные латинские буквы, похоже на { $like }
       *[false] ⚠️ { $scripts }, похоже на латиницу: { $like }
    }
list-refused =
    { $count ->
        [one] Пропущена { $count } строка:
        [few] Пропущены { $count } строки:
       *[many] Пропущено { $count } строк:
    }
list-refused-part = Пропущено строк: { $count }. На этой странице: { $shown }
list-too-many =
    { $count ->
        [one] Не вошло { $count } имя: в списке может быть до 10 000. Пришлите его отдельным списком.
        [few] Не вошло { $count } имени: в списке может быть до 10 000. Пришлите их отдельным списком.
       *[many] Не вошло { $count } имён: в списке может быть до 10 000. Пришлите их отдельным списком.
    }
list-duplicates =
    { $count ->
        [one] Убран { $count } повтор.
        [few] Убрано { $count } повтора.
       *[many] Убрано { $count } повторов.
    }
list-skipped =
    { $count ->
        [one] Пропущена { $count } строка. Она на последней странице.
        [few] Пропущены { $count } строки. Они на последней странице.
       *[many] Пропущено { $count } строк. Они на последней странице.
    }
list-skipped-filtered =
    { $count ->
        [one] Пропущена { $count } строка. Чтобы увидеть её, снимите фильтр.
        [few] Пропущены { $count } строки. Чтобы увидеть их, снимите фильтр.
       *[many] Пропущено { $count } строк. Чтобы увидеть их, снимите фильтр.
    }
list-progress = 🔎 Проверено <b>{ $checked }</b> из { $total }
list-stopped = ⏸ Остановлено: проверено { $checked } из { $total }
list-stop = ⏹ Прервать проверку
list-continue = ▶️ Проверить дальше
list-show-all = Показать все
list-none = Под этот фильтр не подходит ни одно имя. Выберите другой.
list-gone = Этого списка у бота больше нет. Пришлите его ещё раз.
list-tick-page = ☑️ Страница
list-untick-page = ▫️ Страница
list-filters = <b>🔎 Какие имена показать?</b>
list-filter-available = Свободные
list-filter-balance = На { $money }
list-years = На сколько лет зарегистрировать выбранные имена?
list-sort-price = ↕️ Цена
list-sort-renewal = ↕️ Продление
list-sort-name = ↕️ Имя
list-sort-sent = ↕️ Как в списке
list-total =
    { $years ->
        [1] Итого: <b>{ $money }</b>
        [one] Итого за { $years } год: <b>{ $money }</b>
        [few] Итого за { $years } года: <b>{ $money }</b>
       *[many] Итого за { $years } лет: <b>{ $money }</b>
    }
list-total-renewal = Итого за продление: { $money } в год
list-own = ☑️ Выбрать ваши: { $count }
list-register =
    { $count ->
        [one] Купить { $count } домен
        [few] Купить { $count } домена
       *[many] Купить { $count } доменов
    }
list-hidden =
    { $count ->
        [one] ⚠️ Ещё { $count } выбрано, но скрыто фильтром. В этот заказ оно не входит.
        [few] ⚠️ Ещё { $count } выбраны, но скрыты фильтром. В этот заказ они не входят.
       *[other] ⚠️ Ещё { $count } выбрано, но скрыто фильтром. В этот заказ они не входят.
    }
list-over-order = ⚠️ В одном заказе может быть до { $most } имён. В него войдут первые { $most } из выбранных, в этом порядке.
prices-title = <b>💲 Цены</b>
prices-hint = Первый год · 🔄 продление. Поиск: <code>/prices com</code>
prices-none = Нет зон с «{ $search }».
prices-all = Все цены
prices-history = Чтобы увидеть историю цен, найдите одну зону.
history-open = 📈 История цен
history-title = <b>📈 История цен { $name }</b>
history-none = Цен пока нет. Бот проверяет их раз в день.
history-hint = Первый год · 🔄 продление
history-now = С { $date }: <b>{ $price }</b>
history-span = { $from } – { $until }: { $price }
history-day = { $date }: { $price }
history-gap = { $from } – { $until }: <i>не проверялось</i>
history-looked = Последняя проверка: { $time }
history-failed = ⚠️ При последней проверке ответа не было. Бот проверит ещё раз сам.
history-chart = Цена продления { $name }
history-series = Продление на год
history-caption = 📈 Цена продления { $name } в конце каждого месяца. Месяц без столбца не проверялся.
history-file = История цен { $name } в долларах.
csv-history-from = С
csv-history-until = По
csv-history-register = Первый год (USD)
csv-history-renew = Продление (USD)
csv-history-premium = Премиум
csv-history-yes = да
jump-title =
    { $count ->
        [one] <b>📈 Изменилась цена продления { $count } домена</b>
        [few] <b>📈 Изменились цены продления { $count } доменов</b>
       *[many] <b>📈 Изменились цены продления { $count } доменов</b>
    }
jump-price = Продление { $name } стоило { $old } до { $date }, теперь <b>{ $price }</b>.
jump-premium = { $name } — теперь премиальное имя 💎. Продление стоит <b>{ $price }</b>.
jump-premium-too = Теперь это премиальное имя 💎.
jump-expires =
    { $count ->
        [one] Истекает через { $count } день.
        [few] Истекает через { $count } дня.
       *[many] Истекает через { $count } дней.
    }
jump-mute = 🔔 Уведомления
deliveries-title = <b>📮 Журнал вебхуков</b>, сначала новое
deliveries-off = ⚠️ Вебхук выключен. Включите его в разделе «Профиль → API».
deliveries-none = Пока ничего нет.
deliveries-none-failed = Неудачных попыток нет.
deliveries-all = Все попытки
deliveries-failed = Только неудачные
deliveries-state =
    { $state ->
        [delivered] ✅ Доставлено
        [retrying] ⏳ Пока не доставлено
        [failed] ❌ Не доставлено
       *[unknown] ❔ Итог неизвестен
    }
deliveries-when = попытка { $attempt }, { $time }
deliveries-next = Следующая попытка: { $time }
delivery-cause-dns = Хост получателя не найден.
delivery-cause-refused = Получатель не принял соединение.
delivery-cause-tls = Сертификат получателя не принят.
delivery-cause-timeout = Получатель не ответил вовремя.
delivery-cause-status = Получатель ответил кодом { $status }.

## Уведомления

alert-domain-registered = ✅ Домен зарегистрирован.
alert-domain-renewed = ✅ Домен продлён.
alert-domain-blocked = ⛔ Домен заблокирован.
alert-domain-blocked-past = ℹ️ Позднее уведомление: домен был заблокирован, сейчас разблокирован.
alert-domain-unblocked = ✅ Домен разблокирован.
alert-domain-unblocked-past = ℹ️ Позднее уведомление: домен был разблокирован, сейчас снова заблокирован.
alert-webhook-test = 🧪 Пришло тестовое событие.
alert-other = Событие: { $type }
alert-blocked-for = Блокировка длилась { $duration }.
alert-lasted = Разблокирован через { $duration }
alert-times =
    { $count ->
        [one] { $count } раз
        [few] { $count } раза
        [many] { $count } раз
       *[other] { $count } раза
    }
alert-many-domain-registered = ✅ <b>Зарегистрировано доменов: { $count }</b>
alert-many-domain-renewed = ✅ <b>Продлено доменов: { $count }</b>
alert-many-domain-blocked = ⛔ <b>Заблокировано доменов: { $count }</b>
alert-many-domain-unblocked = ✅ <b>Разблокировано доменов: { $count }</b>
alert-many-other = <b>Доменов: { $count }</b>, событие { $type }
alert-many-past =
    { $type ->
        [domain-blocked] уже разблокирован
       *[other] снова заблокирован
    }
alert-many-more =
    { $count ->
        [one] … и ещё { $count }
       *[other] … и ещё { $count }
    }
alert-reason = Причина: { $reason }
alert-when = { $time }
alert-gone = Этого уведомления больше нет.
alerts-title =
    <b>🔔 Уведомления.</b> Нажмите, чтобы включить или выключить.

    Итоги своих заказов и изменений вы получаете всегда.
alerts-domain = Для одного домена: <code>/alerts example.com</code>. Для всех доменов с одной меткой: <code>/alerts shop</code>.
alerts-domain-registered = Регистрация
alerts-domain-renewed = Продление
alerts-domain-blocked = Блокировка
alerts-domain-unblocked = Снятие блокировки
alerts-price-changed = Цена продления
alerts-webhook-test = Тестовое событие
alerts-one = ❌ Пришлите один домен за раз, например <code>/alerts example.com</code>. Ничего не изменено.
alerts-muted = 🔕 { $what }: уведомления выключены.
alerts-muted-domain = 🔕 { $what }: уведомления выключены. О блокировке этого домена вы всё равно узнаете.
alerts-muted-label = 🔕 { $what }: уведомления выключены. О блокировке домена с этой меткой вы всё равно узнаете.
alerts-blocks = Блокировки
alerts-heard = 🔔 { $what }: уведомления включены.
alerts-no-label = ❌ Ни у одного домена нет метки «{ $what }». Ничего не изменено.
operator-alert = ✋ Нужна ручная проверка: { $reference }. Бот уже спросил владельца.
operator-alert-stuck = ⚠️ { $reference } не продвигается: ошибка повторяется. Смотрите журнал и <code>npm run operator -- doubts</code>.

## Заблокированный домен

incident-open = ⛔ Что делать
incident-blocked =
    { $time ->
        [none] ⛔ <b>Заблокирован.</b> Когда началась блокировка, регистратор не сообщил.
       *[other] ⛔ <b>Заблокирован</b> с { $time }, уже { $duration }.
    }
incident-ended =
    { $duration ->
        [none] ✅ <b>Больше не заблокирован.</b>
       *[other] ✅ <b>Разблокирован</b> через { $duration }.
    }
incident-none = ✅ <b>Не заблокирован.</b> Боту не известно о блокировках этого домена.
incident-from = Заблокирован: { $time }
incident-until = Разблокирован: { $time }
incident-no-reason = Причина: регистратор не сообщил.
incident-earlier =
    { $count ->
        [one] Раньше был заблокирован { $count } раз.
        [few] Раньше был заблокирован { $count } раза.
       *[many] Раньше был заблокирован { $count } раз.
    }
incident-unchecked = ⚠️ Бот не смог сейчас спросить регистратора. Это последнее известное состояние.
incident-works = <b>По-прежнему можно</b> смотреть домен и его DNS-записи и продлевать его.
incident-locked = <b>Нельзя</b> менять DNS-записи, NS-серверы и edge-профиль.
incident-checks = <b>Что проверить</b>
incident-check-mail = Поищите письмо регистратора об этом домене, в том числе в спаме.
incident-check-site = Откройте сайт и проверьте почту. Работают ли они, регистратор не сообщает.
incident-check-records = Сравните DNS-записи и NS-серверы с тем, что должно быть.
incident-letter = <b>Письмо регистратору</b>
incident-copy = 📋 Копировать письмо
incident-letter-domain = Домен: { $domain }, аккаунт { $user }
incident-letter-since = Заблокирован с: { $time }
incident-letter-reason = Указанная причина:
incident-letter-no-reason = Причина не указана.
incident-letter-ask = Сообщите, пожалуйста, почему домен заблокирован и что нужно для разблокировки.
incident-changed = ⚠️ <b>Изменено не через этого бота.</b> Обнаружено: { $time }.
incident-changed-servers = Новые NS-серверы теперь определяют, куда ведут сайт и почта.
incident-changed-records = Сервисы, которые используют эти записи, теперь получают новые значения.
incident-ask-others = Спросите всех, у кого есть доступ к аккаунту.
incident-new-secrets = Если никто из них этого не делал, создайте здесь новый токен и смените пароль у регистратора.
incident-check-site-change = Откройте сайт и проверьте почту.
incident-restore = Вернитесь и нажмите «Вернуть» или, если изменение нужно, «Это я».
incident-letter-changed = Изменено без нашего участия, обнаружено: { $time }
incident-letter-servers = NS-серверы до изменения: { $before }. Сейчас: { $after }.
incident-letter-who = Сообщите, пожалуйста, кто, когда и с какого адреса внёс это изменение.

## Тихие часы

command-quiet = Тихие часы: /quiet 22-7
settings-quiet-hours = 🌙 Тихие часы
settings-saved = ✅ Сохранено.
quiet-hours-on = <b>🌙 Тихие часы: { $hours }</b>
quiet-hours-off = <b>🌙 Тихие часы: выключены</b>
quiet-hours-how =
    Уведомления ждут до { $end } и приходят одним сообщением.

    Блокировки, ваши заказы и изменения, списания и новые люди в вашем аккаунте приходят сразу.
quiet-hours-how-off = Уведомления приходят сразу.
quiet-hours-send = Чтобы изменить часы, пришлите их, например <code>23:30-6:45</code>.
quiet-hours-none = Выключить
quiet-hours-bad = ❌ Часы «{ $input }» не подходят. Пришлите, например, <code>22-7</code>.
held-title =
    { $count ->
        [one] <b>🌙 { $count } уведомление за тихие часы</b>
        [few] <b>🌙 { $count } уведомления за тихие часы</b>
       *[many] <b>🌙 { $count } уведомлений за тихие часы</b>
    }

## Сводка

command-digest = Сводка: /digest daily 9:00
settings-digest = 🗞 Сводка
settings-autos = 🔁 Автопродление
digest-every-off = Выкл.
digest-every-daily = Каждый день
digest-every-weekly = Раз в неделю
digest-now =
    { $every ->
        [off] <b>🗞 Сводка: выключена</b>
        [daily] <b>🗞 Сводка: каждый день в { $time }</b>
       *[weekly] <b>🗞 Сводка: раз в неделю, { $day }, { $time }</b>
    }
digest-how =
    Одно сообщение без звука: что произошло, что истекает в ближайшие 30 дней, что пока без результата и сколько потрачено.

    Если сообщать не о чем, бот ничего не пришлёт.
digest-send = Чтобы изменить время, пришлите его, например <code>8:30</code>.
digest-bad = ❌ «{ $input }» — это не время. Пришлите, например, <code>8:30</code>.
digest-title = <b>🗞 Сводка</b>
digest-period = { $since } – { $until }
digest-happened = <b>Что произошло</b>
digest-expiring = <b>Истекает в ближайшие 30 дней: { $count }</b>
digest-doubts = <b>Пока без результата: { $count }</b>
digest-spending = <b>Потрачено</b>
digest-spent =
    { $count ->
        [one] Аккаунт { $user }: <b>{ $money }</b>, { $count } домен
        [few] Аккаунт { $user }: <b>{ $money }</b>, { $count } домена
       *[many] Аккаунт { $user }: <b>{ $money }</b>, { $count } доменов
    }
digest-spent-unknown = списание неизвестно: { $count }
digest-open-expiring = ⏰ Истекающие домены

## Настройки

settings-title = <b>⚙️ Настройки</b>
settings-language = 🌍 Язык
settings-zone = 🕰 Часовой пояс
settings-spending-limits = 💸 Лимиты трат
settings-alerts = 🔔 Уведомления
settings-language-now = Язык: { $language }
settings-zone-now = Часовой пояс: { $zone } (сейчас { $time })
settings-zones =
    <b>🕰 Выберите часовой пояс</b>

    Нажмите на город или пришлите другой по-английски, например <code>Madrid</code> или <code>Europe/Madrid</code>.
zone-los-angeles = Лос-Анджелес
zone-new-york = Нью-Йорк
zone-sao-paulo = Сан-Паулу
zone-utc = UTC
zone-london = Лондон
zone-berlin = Берлин
zone-kyiv = Киев
zone-istanbul = Стамбул
zone-moscow = Москва
zone-dubai = Дубай
zone-kolkata = Калькутта
zone-shanghai = Шанхай
settings-zone-saved = ✅ Часовой пояс сохранён.
settings-zone-unknown = ❌ Часовой пояс не найден. Пришлите город или пояс, например <code>Europe/Paris</code>.
language-choose = <b>🌍 Выберите язык</b>
language-changed = ✅ Язык: русский

## Расходы

spending-limits-title =
    <b>💸 Лимиты трат</b>

    🧢 Лимит на день: больше этого за день потратить нельзя.
    ❓ Дважды: заказы дороже этой суммы вы подтверждаете два раза.
    📉 Сигнал: бот сообщит, когда баланс опустится ниже этой суммы.
spending-limits-none = выкл.
spending-limits-cap = 🧢 Лимит на день: { $money }
spending-limits-ask = ❓ Дважды, если выше: { $money }
spending-limits-low = 📉 Сигнал, если ниже: { $money }
spending-limits-ask-cap = <b>🧢 Сколько можно потратить за один день?</b> Нажмите кнопку или пришлите сумму в долларах США. День начинается в полночь UTC.
spending-limits-ask-ask = <b>❓ Выше какой суммы подтверждать дважды?</b> Нажмите кнопку или пришлите сумму в долларах США.
spending-limits-ask-low = <b>📉 Сообщить, когда баланс опустится ниже:</b> нажмите кнопку или пришлите сумму в долларах США.
spending-limits-remove = Выключить
spending-limits-saved = ✅ Сохранено.
spending-limits-bad = Пришлите сумму, например 20 или 49,99, а не «{ $input }».
low-balance = 📉 Низкий баланс: <b>{ $money }</b> на аккаунте <b>{ $user }</b>.

## Профиль -> API

profile-title = <b>🔑 Профиль → API</b>, аккаунт <b>{ $user }</b>
profile-token = 🔑 Токен
profile-whitelist = 🧱 Белый список IP
profile-webhook = 📮 Вебхук
profile-defaults = ⚙️ По умолчанию
profile-presets = 🧭 Наборы
profile-edges = 🛡 Edge-профили
profile-token-now = Токен: …{ $last4 }, создан { $time }
profile-token-none = Токена пока нет
profile-whitelist-now =
    { $count ->
        [0] Белый список IP: <b>пуст</b>. Все запросы к API отклоняются.
        [one] Белый список IP: { $count } запись
        [few] Белый список IP: { $count } записи
       *[many] Белый список IP: { $count } записей
    }
profile-webhook-now =
    { $state ->
        [none] Вебхук: нет
        [ours] Вебхук: этот бот
       *[other] Вебхук: <code>{ $url }</code>
    }
profile-webhook-off = ⚠️ Вебхук выключен.
profile-webhook-on =
    { $on ->
        [true] Вебхук включён.
       *[other] ⚠️ Вебхук выключен.
    }
profile-kept = Наборов: { $presets } · Edge-профилей: { $edges }
profile-saved = ✅ Сохранено.
profile-preset-replaced =
    { $default ->
        [true] ✅ Набор «{ $key }» обновлён (был { $was }). Это набор по умолчанию: новые домены получат новые серверы.
       *[other] ✅ Набор «{ $key }» обновлён (был { $was }).
    }
profile-edge-saved =
    { $was ->
        [none] ✅ Сохранено.
        [all] ✅ Профиль «{ $key }» обновлён (был для всех зон).
       *[other] ✅ Профиль «{ $key }» обновлён (был для зон { $was }).
    }{ $unsold ->
        [none] {""}
       *[other] {"\u000A"}⚠️ Здесь не продаются: { $unsold }.
    }
profile-refused = ❌ Не сохранено.
profile-problem-entry = «{ $part }» — не IP-адрес и не подсеть.
profile-problem-entries = Записей может быть не больше 50. Сначала удалите одну.
profile-problem-target-not-a-url = Это не веб-адрес. Пришлите его целиком.
profile-problem-target-not-https = Адрес должен начинаться с <code>https://</code>.
profile-problem-target-credentials = Уберите из адреса имя пользователя и пароль.
profile-problem-target-not-public = Этот адрес недоступен из интернета. Пришлите публичный.
profile-problem-target-not-receiver = Это адрес самого бота. Чтобы получать события здесь, нажмите кнопку ниже.
profile-problem-target-missing = Адреса пока нет. Сначала пришлите его.
profile-problem-secret-missing = Нового секрета нет. Сначала создайте его.
profile-problem-key = Название «{ $part }» не подходит: до 64 латинских букв, цифр, точек, дефисов и подчёркиваний.
profile-problem-preset-built-in = Набор «{ $part }» встроенный. Выберите другое название.
profile-problem-preset-missing = Набора «{ $part }» больше нет.
profile-problem-edge-missing = Edge-профиля «{ $part }» больше нет.
profile-problem-zone = «{ $part }» — это не зона. Пришлите, например, <code>.com</code>.
profile-problem-ttl = Пришлите TTL от 60 до 2147483647 секунд.
profile-not-owner = ⚠️ Изменить это может только владелец аккаунта. Попросите его.
profile-sure-everyone = ⚠️ Разрешить любой IP
profile-sure-last-address = 🗑 Убрать последний
profile-sure-own-address = 🗑 Убрать IP бота
profile-sure-no-webhook = 🗑 Удалить адрес
profile-sure-api-off = ⏸ Выключить API
profile-sure-default-preset = 🗑 Удалить набор
profile-sure-default-edge = 🗑 Удалить профиль
profile-sure-default-edge-off = ⏸ Выключить профиль
profile-sure-default-edge-zones = ⚠️ Изменить профиль
profile-sure-old-token = 🔑 Заменить токен
profile-doubt-everyone = ⚠️ <b>Открыть доступ любому IP?</b> Тогда баланс будет защищать только токен.
profile-doubt-last-address = ⚠️ <b>Убрать последнюю запись?</b> Без неё отклоняются все запросы к API, и запросы этого бота тоже.
profile-doubt-own-address = ⚠️ <b>Убрать IP этого бота?</b> Без него бот потеряет доступ к вашему аккаунту.
profile-doubt-no-webhook = ⚠️ <b>Удалить адрес вебхука?</b> Без него события аккаунта никуда не приходят, и оповещений не будет.
profile-doubt-api-off = ⚠️ <b>Выключить API?</b> Весь доступ по API прекратится, и для этого бота тоже, пока вы не включите API здесь снова.
profile-doubt-default-preset = ⚠️ <b>Удалить набор по умолчанию?</b> Без него новые домены получат NS-серверы регистратора.
profile-doubt-default-edge = ⚠️ <b>Удалить профиль по умолчанию?</b> Без него новые домены не получат edge-профиль.
profile-doubt-default-edge-off = ⚠️ <b>Выключить профиль по умолчанию?</b> Пока он выключен, заказы с ним не пройдут.
profile-doubt-default-edge-zones = ⚠️ <b>Изменить профиль по умолчанию?</b> Заказы в зонах, которых в нём не станет, не пройдут.
profile-doubt-old-token = ⚠️ <b>Заменить токен?</b> Нынешний токен сразу перестанет действовать. Обновите его в своих программах. Бот перейдёт на новый сам.
profile-token-title = <b>🔑 Токен и API</b>
profile-token-how = Токен показывается один раз. Чтобы создать его, нужен баланс не меньше 40,00 $.
profile-token-create = 🔑 Создать токен
profile-token-reissue = 🔑 Заменить токен
profile-token-shown = ✅ Новый токен создан. Он в отдельном сообщении.
profile-webhook-shown = ✅ Новый секрет создан. Он в отдельном сообщении.
profile-token-frozen = ❌ Аккаунт заморожен, поэтому токен заменить нельзя. Чтобы остановить программы с этим токеном, выключите API. Чтобы заменить токен, сначала снимите заморозку (Аккаунт → Заморозка).
profile-token-short = ❌ Чтобы создать токен, нужен баланс { $needed } (у вас { $money }).
profile-api-switch =
    { $on ->
        [true] ⏸ Выключить API
       *[other] ▶️ Включить API
    }
profile-whitelist-title = <b>🧱 Белый список IP</b>
profile-whitelist-how = Чтобы добавить адрес, пришлите IP или подсеть: <code>203.0.113.5</code>, <code>2001:db8::/48</code>. Не больше 50 записей. Чтобы убрать запись, нажмите на неё.
profile-whitelist-this-bot = { $entry } 🤖 этот бот
profile-whitelist-near = ❌ «{ $said }» не добавлено. Пришлите IP или подсеть, например <code>203.0.113.0/24</code>.
profile-whitelist-network = ✅ Сохранена вся подсеть: <code>{ $networks }</code>. Доступ открыт каждому адресу в ней. Если нужен один адрес, пришлите его без части после «/», затем уберите подсеть.
profile-whitelist-ours = ➕ Добавить IP бота
profile-webhook-title = <b>📮 Вебхук</b>
profile-webhook-deaf = ⚠️ Уведомления выключены: этот бот не получает событий аккаунта.
profile-webhook-how = Чтобы события приходили в другое место, пришлите его публичный адрес: <code>https://example.com/events</code>
profile-webhook-near = ❌ «{ $said }» — не полный веб-адрес. Начните его с <code>https://</code>.
profile-webhook-here = 📮 Отправлять сюда
profile-webhook-remove = 🗑 Убрать адрес
profile-webhook-switch =
    { $on ->
        [true] ⏸ Выключить
       *[other] ▶️ Включить
    }
profile-webhook-test = 🧪 Проверить вебхук
profile-secret-new = 🔁 Создать секрет
profile-secret-use = ✅ Сменить секрет
profile-secret-waits = Новый секрет начнёт действовать { $time }. Чтобы перейти сейчас, нажмите <b>«Сменить секрет»</b>.
profile-test-delivered = ✅ Тестовое событие дошло: получатель ответил кодом { $status }.
profile-test-failed =
    { $error ->
        [dns] ❌ Тестовое событие не дошло: хост получателя не найден.
        [refused] ❌ Тестовое событие не дошло: получатель не принял соединение.
        [tls] ❌ Тестовое событие не дошло: сертификат получателя не принят.
        [timeout] ❌ Тестовое событие не дошло: получатель не ответил вовремя.
       *[other] ❌ Тестовое событие не дошло: получатель ответил кодом { $status }.
    }
profile-defaults-title = <b>⚙️ По умолчанию</b> для заказов
profile-default-preset = 🧭 Набор NS-серверов: { $key }
profile-default-edge = 🛡 Edge-профиль: { $key }
profile-default-edge-off = ⚠️ Этот профиль выключен, заказы с ним не пройдут. Включите его в разделе <b>«🛡 Edge-профили»</b> или выберите другой.
profile-default-edge-zone = ⚠️ Этот профиль подходит не для всех зон, и часть заказов не пройдёт. Измените его в разделе <b>«🛡 Edge-профили»</b> или выберите другой по умолчанию.
profile-default-ttl = ⏱ TTL: { $ttl }
profile-default-none = нет
profile-defaults-how = Нажмите, чтобы изменить, или пришлите TTL в секундах, не меньше 60.
profile-defaults-near = ❌ «{ $said }» — не TTL от 60 до 2147483647 с. Пришлите целое число секунд.
profile-presets-title = <b>🧭 Наборы NS-серверов</b>
profile-presets-none = Наборов пока нет.
profile-presets-how = Чтобы сохранить набор, пришлите название и не меньше двух серверов: <code>main ns1.example.net ns2.example.net</code>. Чтобы убрать набор, нажмите на него.
profile-presets-near = ❌ «{ $said }» не сохранено. Сначала пришлите название, затем серверы.
profile-edges-title = <b>🛡 Edge-профили</b>
profile-edges-none = Edge-профилей пока нет.
profile-edges-how = Чтобы сохранить профиль, пришлите название и зоны, если не все: <code>main .com .net</code>
profile-edges-near = ❌ «{ $said }» не сохранено. Сначала пришлите название, затем зоны, каждую с точкой.
profile-edge-all = все зоны
profile-guide =
    { $service ->
        [none] Управляйте этим аккаунтом у регистратора, в разделе <b>«Профиль → API»</b>:
       *[other] Управляйте этим аккаунтом в { $service }, в разделе <b>«Профиль → API»</b>:
    }
profile-shared =
    <b>🔑 Профиль → API</b>, аккаунт <b>{ $user }</b>

    Токеном, белым списком IP и вебхуком управляет владелец аккаунта. Вы работаете с токеном, который он вам дал.

    Если он создаст новый токен, ваш перестанет действовать. Попросите новый и пришлите его сюда.
profile-unowned =
    <b>🔑 Профиль → API</b>, аккаунт <b>{ $user }</b>

    У этого аккаунта здесь нет владельца. Токеном, белым списком IP и вебхуком управляет администратор бота.

    Чтобы управлять самому, сообщите администратору два номера: аккаунт <code>{ $user }</code>, ваш ID <code>{ $you }</code>.
profile-guide-addresses =
    { $done ->
        [true] 1. ✅ IP этого бота есть в белом списке.
       *[other] 1. Добавьте эти адреса в белый список IP:
    }
profile-guide-receiver =
    { $done ->
        [true] 2. ✅ События приходят этому боту на этот адрес вебхука:
       *[other] 2. Чтобы получать уведомления, укажите этот адрес вебхука:
    }
profile-guide-deaf = 2. 🔕 Уведомления недоступны: у бота нет публичного адреса. Попросите администратора бота задать его.
profile-guide-secret =
    { $kept ->
        [true] 3. ✅ Секрет подписи вебхуков сохранён.
       *[other] 3. Скопируйте секрет подписи вебхуков и пришлите его сюда. Он нужен боту, чтобы проверять события.
    }
profile-guide-token = Если создадите там новый токен, старый перестанет действовать. Пришлите новый сюда.
profile-copy-receiver = 📋 Адрес вебхука
profile-give-secret = 🔏 Прислать секрет
profile-secret-ask =
    <b>🔏 Секрет подписи вебхуков</b>

    Он указан рядом с адресом вебхука в аккаунте у регистратора. Пришлите его отдельным сообщением.
connect-safety-secret = Бот сразу удалит ваше сообщение. Секрет он хранит в зашифрованном виде и больше не показывает.
profile-secret-kept = ✅ Секрет сохранён. Теперь бот принимает события регистратора.
profile-secret-undeleted = ✅ Секрет сохранён. ⚠️ Бот не смог удалить ваше сообщение с ним. Удалите его сами.
profile-secret-malformed = ❌ Это не похоже на секрет. Скопируйте его целиком и пришлите отдельным сообщением.
profile-secret-not-here = Секрет этого аккаунта уже сохранён. Бот удалил ваше сообщение.
secret-token = <b>🔑 Ваш новый токен.</b> Бот им уже пользуется.
secret-webhook = <b>🔏 Секрет подписи вебхуков.</b>
secret-once = Скопируйте его сейчас: больше бот его не покажет. Сообщение исчезнет через 10 минут.
secret-copy = 📋 Скопировать
secret-saved = ✅ Скрыть сообщение
secret-token-gone = 🔒 Бот убрал токен из чата. Если вы его не сохранили, создайте новый.
secret-webhook-gone = 🔒 Бот убрал секрет из чата. Если вы его не сохранили, создайте новый.

# Что хранится о человеке

settings-expiry = ⏰ Напоминания
settings-privacy = 🔐 Мои данные
command-privacy = Выгрузить или удалить мои данные
privacy-title = <b>🔐 Мои данные</b>
privacy-kept =
    Бот хранит ваш ID и имя в Telegram, язык, часовой пояс и настройки. Ещё он хранит ваши зашифрованные токены, заказы, изменения, уведомления о доменах, теги и заметки.
    Присланные списки имён он хранит 30 дней, остальные тексты — только до конца начатого шага. Данные получает только ваш регистратор.
privacy-you = Всё это можно выгрузить файлом или удалить.
privacy-export = 📄 Выгрузить данные
privacy-delete = 🗑 Удалить мои данные
privacy-exported = ✅ Файл в следующем сообщении.
privacy-file = Все данные о вас. Токенов и секретов в файле нет.
privacy-first =
    <b>🗑 Удалить все ваши данные здесь?</b>

    Бот отключит аккаунты и уведомления. Заказы и изменения, точки возврата DNS, теги, заметки и настройки он удалит навсегда.

    Домены и деньги останутся у регистратора. Сначала сохраните токен: бот его не восстановит.
privacy-go-on = 🗑 Удалить всё
privacy-second = <b>⚠️ Отменить это нельзя.</b> Удалить все ваши данные сейчас?
privacy-delete-all = 🗑 Удалить навсегда
privacy-gone =
    ✅ Все ваши данные удалены.

    Чтобы начать заново, отправьте /start.
privacy-open =
    ⏳ Ещё выполняется: { $references }{ $more ->
        [0] {""}
       *[other] {" "}и ещё { $more }
    }

    От результата могут зависеть ваши деньги, поэтому бот пока ничего не удаляет. Когда он станет известен, вы получите сообщение.
privacy-see-open = 📋 Открыть заказы

## Files

operation-csv = ⬇️ Чек в CSV
operation-file =
    { $kind ->
        [register] Заказ { $reference }: результат по каждому имени.
        [renew] Заказ { $reference }: результат по каждому имени.
       *[other] Изменение { $reference }: результат по каждому имени.
    }
csv-order = Заказ
csv-change = Изменение
csv-domain = Домен
csv-years = Лет
csv-status = Статус
csv-charged = Списано (USD)
csv-expires = Оплачен до
csv-registered = Зарегистрирован
csv-renewal = Продление (USD)
csv-edge = Edge-профиль
csv-label = Метка
csv-tags = Теги
csv-note = Заметка
csv-reference = Внешний номер
csv-reason = Причина
csv-status-done = выполнено
csv-status-failed = не удалось
csv-status-open = выполняется
csv-status-unknown = неизвестно
domains-csv = ⬇️ CSV
domains-file =
    { $count ->
        [one] { $count } домен
        [few] { $count } домена
       *[many] { $count } доменов
    }

## Программы, которые предлагают заказы

programs-open = 🤖 Программы
programs-title = <b>🤖 Программы</b>
programs-none = Программ пока нет. Дайте агенту или скрипту токен: он сможет смотреть и предлагать, а оплатить можете только вы.
programs-how = Эти программы могут предлагать заказы. Без вашего нажатия <b>«Оплатить»</b> ничего не покупается.
programs-new = ➕ Новая программа
programs-list = 🤖 Программы
programs-invalid = ⚠️ Проверьте домены: зона пишется как <code>.com</code>, домен — как <code>example.com</code>.
programs-full = У вас уже 20 программ. Сначала остановите одну.
programs-created = ✅ Программа создана. Её токен — в следующем сообщении.
programs-new-title = <b>Новая программа: { $name }</b>
programs-new-safety = Она может только предлагать. Каждое предложение оплачиваете вы, в пределах ваших лимитов.
programs-domains = Домены: { $what }
programs-scope-all = все
programs-sums = Не больше { $day } в день и { $order } за заказ
programs-left = Осталось на сегодня: { $left }
programs-days =
    { $days ->
        [one] Закончится через { $days } день
        [few] Закончится через { $days } дня
       *[other] Закончится через { $days } дней
    }
programs-days-choice =
    { $count ->
        [one] { $count } день
        [few] { $count } дня
       *[other] { $count } дней
    }
programs-allows = Можно: { $what }
programs-allow-read = Смотреть
programs-allow-register = Покупки
programs-allow-renew = Продления
programs-allow-dns = DNS
programs-allow-nameservers = NS-серверы
programs-set-name = ✏️ Название
programs-set-domains = 🌐 Домены
programs-set-day = 💵 Сумма в день
programs-set-order = 💵 Сумма за заказ
programs-set-days = 📅 Срок
programs-all-domains = Все домены
programs-create = ✅ Создать токен
programs-rejected = ⚠️ Непонятно: { $input }
programs-ask-name = Пришлите название программы, например <code>мой агент</code>:
programs-ask-domains = Пришлите домены или зоны, которые ей доступны, например <code>.com brand.net</code>. Или один ваш тег, например <code>#shop</code>:
programs-ask-day = На какую сумму в день она может предлагать, в долларах:
programs-ask-order = Сколько может стоить одно предложение, в долларах:
programs-ask-days = Через сколько дней закончится доступ? Не больше 366:
program-title = <b>🤖 { $name }</b> · токен …{ $last4 }
program-state-live = ✅ Работает до { $date }
program-state-stopped = ⏹ Остановлена: токен больше не действует.
program-state-expired = ⌛ Срок закончился { $date }
program-state-banned = ⏹ Приостановлена администратором бота.
program-used = Последнее обращение: { $time }
program-unused = Обращений не было
program-log-none = Предложений пока нет.
program-log = Последние предложения:
program-log-line = { $time } · { $what } { $name }: { $outcome }
program-proposals = 🔔 Предложения ({ $count })
program-stop = ⏹ Остановить
proposal-action-register = купить
proposal-action-renew = продлить
proposal-action-dns = DNS
proposal-action-nameservers = NS-серверы
proposal-outcome-pending = готовится
proposal-outcome-waiting = ждёт вас
proposal-outcome-asked_again = ждёт вас
proposal-outcome-in_progress = выполняется
proposal-outcome-done = готово
proposal-outcome-failed = не удалось
proposal-outcome-declined = отклонено
proposal-outcome-stopped = программа остановлена
proposal-outcome-replaced = заменено вашим заказом
proposal-outcome-expired = истекло
proposal-outcome-refused = отказано
proposal-refusal-not_allowed = отказано, нет разрешения
proposal-refusal-outside = отказано, не её домены
proposal-refusal-too_many_open = отказано, вас уже ждут пять
proposal-refusal-over_order = отказано, больше суммы за заказ
proposal-refusal-over_day = отказано, больше остатка на сегодня
proposal-refusal-key_reused = отказано, изменено после отправки
proposal-refusal-in_progress = отказано, ещё готовится
proposal-refusal-already_quoted = отказано, вас уже ждёт такой заказ
proposal-refusal-ended = отказано, срок программы закончился
proposal-refusal-frozen = отказано, заморожено
proposal-refusal-not_available = отказано, имя занято
proposal-refusal-not_yours = отказано, это не ваш домен
proposal-refusal-not_sold = отказано, эта зона не продаётся
proposal-refusal-invalid = отказано, заказ с ошибкой
proposal-refusal-no_price = отказано, цена неизвестна
proposal-refusal-too_long = отказано, слишком много лет
proposal-refusal-nothing_to_change = отказано, ничего не изменится
proposal-refusal-busy = отказано, выполняется другой заказ
proposal-refusal-unavailable = отказано, регистратор не ответил
proposals-title =
    { $count ->
        [one] <b>🤖 { $name }</b> предлагает:
        [few] <b>🤖 { $name }</b> предлагает { $count } заказа:
       *[other] <b>🤖 { $name }</b> предлагает { $count } заказов:
    }
proposals-none = <b>🤖 { $name }</b> сейчас ничего не предлагает.
proposals-order =
    { $kind ->
        [renew] Продлить, лет: { $years }. Цена { $money }, потом { $renewal } в год
       *[other] Купить, лет: { $years }. Цена { $money }, продление { $renewal } в год
    }
proposals-dns = DNS: ➖ { $removed }, ➕ { $added }, ✏️ { $changed }
proposals-nameservers = NS-серверы: { $names }
proposals-again = ⚠️ Условия изменились после оплаты. Деньги не списаны. Решите ещё раз.
proposals-lapsed = ⌛ Цена устарела.
proposals-words = Слова программы, не наши:
proposals-recent = Недавно:
proposals-left = Осталось на сегодня: { $left } из { $day }. Срок: { $date }
proposals-safety = Без вашего нажатия <b>«Оплатить»</b> ничего не покупается.
proposals-pay = Оплатить { $money }
proposals-decline = ✖️ Отклонить
proposals-refresh = 🔄 Обновить цену
proposals-review = 🔍 Посмотреть
proposals-program = 🤖 Программа
proposals-not-now = ⏳ Регистратор сейчас не отвечает. Попробуйте через минуту.
proposals-gone = Это предложение больше невозможно.
secret-program = <b>🔑 Токен вашей программы.</b> Введите его в настройках программы, а не в чате.
secret-program-gone = 🔒 Бот убрал токен из чата. Если вы его не сохранили, остановите программу и создайте новую.
operation-note-mandate-ended = ⌛ Предложение программы больше не действует. Деньги не списаны.
operation-note-mandate-over = ⚠️ Это больше, чем вы разрешили программе. Деньги не списаны.
command-programs = Программы, которые предлагают заказы
