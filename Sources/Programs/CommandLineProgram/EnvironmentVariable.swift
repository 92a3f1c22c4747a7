import ServerConfig

struct EnvironmentVariable {
  let name: String
  let help: String

  init(_ name: String, _ help: String) {
    self.name = name
    self.help = help
  }

  static let all = general + server + store + system

  private static let general = [
    Self(
      "SPEECHMEMO_HOME",
      "The library's folder. Default: speechmemo in XDG_DATA_HOME, or in ~/.local/share."),
    Self(
      "SPEECHMEMO_ENGINE",
      """
      The folder of the speech engine. Takes precedence over the setting engine. Default: \
      speechmemo-engine in XDG_DATA_HOME, or in ~/.local/share.
      """),
    Self("SPEECHMEMO_PYTHON", "The Python for 'setup-engine'. Default: python3."),
    Self(
      "SPEECHMEMO_HELPER",
      """
      A program that implements the speech engine protocol. Takes precedence over the setting \
      engine.
      """),
    Self(
      "SPEECHMEMO_MODELS",
      """
      The folder of the models that 'models add' installs. Default: speechmemo-models in \
      XDG_DATA_HOME, or in ~/.local/share.
      """
    ),
    Self(
      "SPEECHMEMO_ENGINE_KEY",
      "The key for a remote engine. Takes precedence over the setting engine-key."),
    Self(
      "SPEECHMEMO_ENGINE_CA",
      "A PEM file with the certificate authorities to trust for a remote engine."),
    Self(
      "SPEECHMEMO_ASSISTANT_KEY",
      "The key for a language model's server. Takes precedence over the setting assistant-key."),
    Self(
      "SPEECHMEMO_ASSISTANT_CA",
      "A PEM file with the certificate authorities to trust for a language model's server."),
    Self(
      "SPEECHMEMO_ENGINE_IDLE",
      "Minutes after which the app or 'serve' stops an idle engine. Default: 10."),
    Self("SPEECHMEMO_SERVER", "The server whose library is used. Like --server."),
    Self(
      "SPEECHMEMO_TOKEN",
      """
      The token for that server. Default: the file named after the server in speechmemo/tokens in \
      XDG_CONFIG_HOME, or in ~/.config.
      """),
    Self(
      "SPEECHMEMO_SERVER_CA",
      "A PEM file with the certificate authorities to trust for that server."),
    Self(
      "SPEECHMEMO_LIBRARY", "The library to use in the database that SPEECHMEMO_DATABASE names."),
  ]

  private static let server =
    ServerSetting.all.map { Self($0.variable, "\($0.help) Like --\($0.option) of serve.") } + [
      Self(
        ServerConfig.fileVariable,
        """
        A file of NAME=value lines for serve, transcriber and maintain. The environment takes \
        precedence over it, and options over both.
        """)
    ]

  private static let store = [
    Self(
      "SPEECHMEMO_S3_ENDPOINT",
      "The address of the S3 service. Default: AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, or Amazon's."),
    Self(
      "SPEECHMEMO_S3_PUBLIC_ENDPOINT",
      "The address at which clients reach the service. Without it, only servers transfer audio."),
    Self(
      "SPEECHMEMO_S3_REGION",
      "The region of the bucket. Default: AWS_REGION, AWS_DEFAULT_REGION, or us-east-1."),
    Self(
      "SPEECHMEMO_S3_PATH_STYLE",
      """
      1 to put the bucket in the path, 0 to put it in the host name. Default: 1 with a custom \
      endpoint or a bucket name that contains a dot, otherwise 0.
      """),
    Self("SPEECHMEMO_S3_ACCESS_KEY_ID", "The ID of the access key. Default: AWS_ACCESS_KEY_ID."),
    Self(
      "SPEECHMEMO_S3_SECRET_ACCESS_KEY",
      "The secret access key. Default: AWS_SECRET_ACCESS_KEY."),
    Self(
      "SPEECHMEMO_S3_SESSION_TOKEN",
      "The token of temporary credentials. Default: AWS_SESSION_TOKEN."),
    Self(
      "SPEECHMEMO_S3_CREDENTIALS",
      "A credentials file. Default: AWS_SHARED_CREDENTIALS_FILE, or ~/.aws/credentials."),
    Self("SPEECHMEMO_S3_PROFILE", "The profile in that file. Default: AWS_PROFILE, or default."),
    Self(
      "SPEECHMEMO_S3_CA",
      """
      A PEM file with the certificate authorities to trust for the service. Default: \
      AWS_CA_BUNDLE.
      """),
  ]

  private static let system = [
    Self(
      "XDG_DATA_HOME",
      "Holds the folders of the library, the engine and the models. Default: ~/.local/share."),
    Self("XDG_CONFIG_HOME", "Holds speechmemo/keys and speechmemo/tokens. Default: ~/.config."),
    Self(
      "XDG_RUNTIME_DIR",
      """
      Holds the socket through which commands share a running engine. Default: speechmemo/run in \
      XDG_CACHE_HOME, or in ~/.cache.
      """),
    Self("VISUAL", "The editor for 'edit' and for E in the app. Default: EDITOR, or vi."),
    Self("PULSE_SERVER", "The address of the sound server. Default: the session's sound server."),
    Self("HF_HUB_OFFLINE", "1 to never download models."),
    Self("NO_COLOR", "If set, output has no colors."),
  ]
}
