from legibly.cli.main import main

main()
